import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// Every command that the sample inbox and README show does what is shown.
@Suite(.serialized) struct ExamplesTests {
  /// One command that somebody may copy.
  struct Example: Sendable, CustomStringConvertible {
    let place: String
    let script: String

    var description: String { "\(place): \(script)" }
    /// Whether it stays until it is stopped.
    var stays: Bool { script.contains("--follow") }
  }

  /// The commands of the sample's posts; a block with another command is passed over.
  static let sample: [Example] = {
    let folder = PluginFixtures.root + "/Examples/sample/pages"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().flatMap { name -> [Example] in
      let page = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
      return page.matches(of: /(?s)<pre><code>(.*?)<\/code><\/pre>/).map { unescaped($0.output.1) }
        .filter { $0.contains("Examples/try") }
        .flatMap { commands(of: $0) }.map { Example(place: name, script: $0) }
    }
  }()

  /// The blocks of README that are marked to be run, each a script.
  static let readme: [Example] = {
    let path = PluginFixtures.root + "/README.md"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.matches(of: /(?s)<!-- run -->\s*```sh\n(.*?)```/)
      .map { Example(place: "README.md", script: String($0.output.1)) }
  }()

  @Test func `the sample inbox shows commands`() {
    #expect(Self.sample.count >= 8)
  }

  @Test(arguments: sample)
  func `a command of the sample works as it is shown`(example: Example) throws {
    try Self.run(example)
  }

  @Test(
    .enabled(if: !readme.isEmpty, "README.md has no block marked <!-- run -->"), arguments: readme)
  func `a marked block of README works as it is shown`(example: Example) throws {
    try Self.run(example)
  }

  @Test func `the sample inbox is complete: every post has its page, nothing is skipped`() throws {
    let folder = try Self.stage()
    let outcome = try Self.start("Examples/try -f plain", in: folder)
    #expect(outcome.finish() == .exited(status: 0))
    #expect(outcome.text.contains("Unread post"))
    let posts = try JSONValue(
      json: String(
        contentsOfFile: PluginFixtures.root + "/Examples/sample/posts.json", encoding: .utf8))
    for post in posts["posts"]?.elements ?? [] {
      let shown = try Self.start(
        "Examples/try -f plain rv-sample://posts/\(post["id"]?.text ?? "")", in: folder)
      #expect(shown.finish() == .exited(status: 0))
      #expect(shown.text.contains("Subject: \(post["subject"]?.text ?? "?")"), "\(shown.text)")
      #expect(!shown.text.contains("Unable to display content"))
    }
  }
}

// MARK: - Running

extension ExamplesTests {
  private static func run(_ example: Example) throws {
    let folder = try stage()
    let process = try start(example.script, in: folder)
    if example.stays {
      #expect(process.read { !$0.output.isEmpty }, "\(example) \(process.errorText)")
      process.signal(SIGTERM)
      #expect(process.finish() != nil)
    } else {
      #expect(
        process.finish() == .exited(status: 0), "\(example)\n\(process.text)\(process.errorText)")
      let isSilent = process.output.isEmpty && process.errors.isEmpty
      #expect(isSilent == example.script.contains(" push "), "\(example)")
    }
    #expect(!process.errorText.contains("hubhost: "), "\(example)\n\(process.errorText)")
  }

  /// A folder that looks like the package, whose `Examples/try` starts the program of this build.
  private static func stage() throws -> PluginFolder {
    let folder = try PluginFolder()
    _ = try folder.makeFolder("Examples")
    _ = try folder.makeFolder("bin")
    let root = PluginFixtures.root
    for name in ["Sources", "Plugins", "Examples/sample", "Examples/frontend-c"] {
      guard symlink("\(root)/\(name)", folder[name]) == 0 else { throw SystemCallError("symlink") }
    }
    let options = "--app Examples/sample/app.json5 --data '\(folder["store"])'"
    _ = try folder.write(
      "Examples/try", Array("#!/bin/sh\nexec '\(Installation.program)' \(options) \"$@\"\n".utf8),
      mode: 0o755)
    guard symlink(Installation.program, folder["bin/hubhost"]) == 0 else {
      throw SystemCallError("symlink")
    }
    let filled = try start(
      "Examples/try import --pages Examples/sample/pages Examples/sample/posts.json "
        + "Examples/sample/conversations.json Examples/sample/replies.json", in: folder)
    #expect(filled.finish() == .exited(status: 0), "\(filled.errorText)")
    #expect(filled.text.contains(" 0 skipped"))
    return folder
  }

  private static func start(_ script: String, in folder: PluginFolder) throws -> PipedProcess {
    let runtime = try folder.makeFolder("runtime", mode: 0o700)
    // What stays takes the place of the shell, so that a signal reaches it.
    let script = script.contains("--follow") ? "exec \(script)" : script
    return try PipedProcess(
      "/bin/bash", ["-eo", "pipefail", "-c", script],
      environment: [
        "PATH": "\(folder["bin"]):/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": runtime,
        "LANG": "C.UTF-8",
      ], folder: folder.path, hasInput: false)
  }

  /// The commands of a block: one a line, a pipe goes on in the next line.
  private static func commands(of block: String) -> [String] {
    // What builds something and then runs it belongs together.
    if block.hasPrefix("cc ") { return [block] }
    return block.replacing("|\n", with: "|").split(separator: "\n").map(String.init)
      .filter { !$0.contains("jq ") || access("/usr/bin/jq", X_OK) == 0 }
  }

  private static func unescaped(_ html: Substring) -> String {
    String(html).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
      "&quot;", with: "\""
    )
    .replacing("&amp;", with: "&")
  }
}
