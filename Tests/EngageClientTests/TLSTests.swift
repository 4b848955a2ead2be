import FoundationEssentials
import HubTestSupport
import Testing

@testable import EngageClient

/// The program that makes certificates and serves with them.
private enum OpenSSL {
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
}

/// Encryption, against the server that comes with OpenSSL.
@Suite(.timeLimit(.minutes(5)), .enabled(if: OpenSSL.isThere, "/usr/bin/openssl is not there"))
struct TLSTests {
  /// A server with a certificate that it signed itself.
  private final class SecureServer {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hub-tls-\(UUID())")
    let process: PipedProcess
    let port: Int

    init(name: String) throws {
      let files = FileManager.default
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      let made = try ChildProcess.run(
        "/usr/bin/openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=test",
          "-addext", "subjectAltName=\(name)", "-keyout", folder.appending(path: "key").path,
          "-out", folder.appending(path: "cert").path,
        ])
      #expect(made.state == .exited(status: 0))
      process = try PipedProcess(
        "/usr/bin/openssl",
        [
          "s_server", "-accept", "127.0.0.1:0", "-cert", "cert", "-key", "key", "-www",
          "-naccept", "4",
        ], environment: [:], folder: folder.path)
      let accept = #/ACCEPT 127\.0\.0\.1:(\d+)\n/#
      guard process.read(until: { $0.text.contains(accept) }),
        let found = try accept.firstMatch(in: process.text), let port = Int(found.1)
      else { throw SystemCallError("openssl s_server: \(process.errorText)") }
      self.port = port
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  @Test
  func `a certificate that nobody vouches for is refused`() throws {
    let server = try SecureServer(name: "IP:127.0.0.1")
    let failure = try Bench().get("https://127.0.0.1:\(server.port)/")?.failure
    #expect(failure?.kind == .untrusted)
    #expect(failure?.message.contains("127.0.0.1:\(server.port)") == true)
  }

  @Test
  func `a certificate that is vouched for is taken for its own name only`() throws {
    let server = try SecureServer(name: "IP:127.0.0.1")
    var limits = CurlLimits()
    limits.rootsFile = server.folder.appending(path: "cert").path
    let bench = try Bench(limits)
    #expect(bench.get("https://127.0.0.1:\(server.port)/")?.answer?.status == 200)
    #expect(bench.get("https://localhost:\(server.port)/")?.failure?.kind == .untrusted)
  }

  @Test
  func `a server that does not encrypt is refused`() throws {
    let server = try ScriptedServer()
    let failure = try Bench().get("https://127.0.0.1:\(server.port)/")?.failure
    #expect(failure?.kind == .untrusted || failure?.kind == .broken)
    #expect(server.requests.isEmpty)
  }
}
