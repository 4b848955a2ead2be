import CLinux
import Glibc

/// Builds plug-ins in C while tests run.
package enum PluginFixtures {
  /// The package's folder.
  package static let root = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()
  /// The C compiler.
  package static let compiler = "/usr/bin/cc"
  /// Whether plug-ins can be built; tests that need it are skipped otherwise.
  package static var hasCompiler: Bool { access(compiler, X_OK) == 0 }
  /// The folder of the programs and shared objects that this build made.
  package static var products: String {
    guard let path = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(path) }
    return String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/")
  }

  /// Builds a shared object of `Tests/Fixtures/plugins/SOURCE.c`.
  ///
  /// - Parameters:
  ///   - source: name without `.c`, or a path from the package's folder with `.c`.
  ///   - output: path of the shared object.
  ///   - defines: macros, as `NAME` or `NAME=VALUE`.
  ///   - extra: more arguments of the compiler.
  ///   - include: the folder of `hub/frontend.h`, from the package's folder.
  /// - Throws: what the compiler said.
  package static func build(
    _ source: String, as output: String, defines: [String] = [], extra: [String] = [],
    include: String = "Sources/CHubFrontEnd/include"
  ) throws {
    let path = source.hasSuffix(".c") ? source : "Tests/Fixtures/plugins/\(source).c"
    let result = try ChildProcess.run(
      compiler,
      [
        "-shared", "-fPIC", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I\(root)/\(include)",
        "-o", output,
      ] + defines.map { "-D\($0)" } + ["\(root)/\(path)"] + extra)
    guard result.state == .exited(status: 0) else { throw BuildError(description: result.output) }
  }

  /// The C++ compiler.
  private static let cPlusPlusCompiler = "/usr/bin/c++"
  package static var hasCPlusPlus: Bool { access(cPlusPlusCompiler, X_OK) == 0 }

  /// Builds a shared object of `Tests/Fixtures/plugins/SOURCE.cpp`.
  package static func buildCPlusPlus(
    _ source: String, as output: String, define: String
  ) throws {
    let result = try ChildProcess.run(
      cPlusPlusCompiler,
      [
        "-shared", "-fPIC", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden",
        "-I\(root)/Sources/CHubFrontEnd/include", "-D\(define)", "-o", output,
        "\(root)/Tests/Fixtures/plugins/\(source).cpp",
      ])
    guard result.state == .exited(status: 0) else { throw BuildError(description: result.output) }
  }

  /// The Rust compiler; nil: none is installed.
  package static let rustCompiler: String? = {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").map { "\($0)/rustc" }.first { access($0, X_OK) == 0 }
  }()

  /// Builds a shared object of `Tests/Fixtures/plugins/SOURCE.rs`.
  package static func buildRust(
    _ source: String, as output: String, options: [String]
  ) throws {
    let variables = ["PATH", "HOME", "RUSTUP_HOME", "CARGO_HOME"].reduce(into: [String: String]()) {
      if let value = getenv($1) { $0[$1] = String(cString: value) }
    }
    let result = try ChildProcess.run(
      rustCompiler ?? "rustc",
      [
        "--edition", "2021", "--crate-type", "cdylib", "--crate-name", source, "-O", "-o", output,
      ] + options + ["\(root)/Tests/Fixtures/plugins/\(source).rs"], environment: variables)
    guard result.state == .exited(status: 0) else { throw BuildError(description: result.output) }
  }

  /// The bytes of a file.
  package static func bytes(of path: String) throws -> [UInt8] {
    let file = hub_open(path, O_RDONLY | O_CLOEXEC, 0)
    guard file >= 0 else { throw SystemCallError("open \(path)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &block, block.count)
      guard count > 0 else { return bytes }
      bytes += block.prefix(count)
    }
  }

  /// What the C compiler said.
  package struct BuildError: Error, CustomStringConvertible {
    package let description: String
  }
}

/// A new folder below the temporary one, removed with all in it at the end.
package final class PluginFolder {
  package let path: String

  /// Makes an empty folder that only the user may enter.
  package init() throws {
    var template = Array("/tmp/hubhost-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemCallError("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = try? ChildProcess.run("/bin/rm", ["-rf", path]) }

  /// The path of a file or folder in it.
  package subscript(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes folders, with those above.
  package func makeFolder(_ name: String, mode: UInt32 = 0o755) throws -> String {
    var current = path
    for part in name.split(separator: "/") {
      current += "/\(part)"
      if mkdir(current, 0o755) != 0 && errno != EEXIST { throw SystemCallError("mkdir \(current)") }
    }
    guard chmod(current, mode) == 0 else { throw SystemCallError("chmod \(current)") }
    return current
  }

  /// Writes a file; one that may be started is one that can be, at once.
  package func write(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws -> String {
    let file = self[name]
    let descriptor = hub_open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemCallError("open \(file)") }
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let isWritten = count == bytes.count && fchmod(descriptor, mode) == 0
    close(descriptor)
    guard isWritten else { throw SystemCallError("write \(file)") }
    if mode & 0o111 != 0 { try ProgramFile.settle(file) }
    return file
  }
}
