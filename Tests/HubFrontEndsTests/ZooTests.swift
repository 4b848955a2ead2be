import FoundationEssentials
import HubTestSupport
import Testing

@testable import HubFrontEnds

@Suite(
  .enabled(if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built")
)
struct ZooTests {
  private func load(_ defines: [String], name: String = "zoo") throws -> LoadedFrontEnd {
    let folder = try PluginFolder()
    let path = folder["libhub-\(name).so"]
    try PluginFixtures.build("zoo", as: path, defines: defines)
    return try FrontEndLoader.load(path: path)
  }

  @Test(arguments: [
    ("EXACT", Signature.Fit.exact), ("PREFIX", .prefix(1)), ("EXTENDED", .extended),
    ("UNKNOWN", .exact),
    ("NULL_OPTIONAL", .exact), ("SIZE=128", .exact), ("SIZE=192", .exact), ("SIZE=4096", .exact),
    ("ROW_SIZE=sizeof(hub_method)", .exact),
  ])
  func `a front end that goes with the host is loaded`(define: String, fit: Signature.Fit) throws {
    let front = try load([define])
    #expect(front.description.name == "zoo")
    #expect(front.description.id == "com.example.zoo")
    #expect(front.description.version == "1.2.3")
    #expect(front.description.summary == "One of a kind")
    #expect(front.description.needsTerminal && !front.description.needsInput)
    #expect(front.description.abi == "1.2")
    #expect(front.methods.fit(.showHub) == fit)
    #expect(front.methods.fit(.presentPost) == .exact)
    #expect(!front.methods.has(.dismiss))
    #expect(front.methods.unknownNames == (define == "UNKNOWN" ? ["show_moon"] : []))
  }

  @Test(arguments: [
    (
      "CONTRADICTING", FrontEndError.Code.badSignature,
      "\"si\" and the host \"s?s\": argument 2 is i there and ?s here"
    ),
    ("LONGER", .badSignature, "argument 3, u, is one more than the host passes"),
    ("NOT_NULLABLE", .badSignature, "argument 2 is s there"),
    ("UNREADABLE", .badSignature, "cannot be read"),
    ("MISSING", .badSignature, "lacks the method show_hub"),
    ("NULL_FUNCTION", .badDescriptor, "show_hub"),
    ("TWICE", .badDescriptor, "present_post twice"), ("BAD_ROW_NAME", .badDescriptor, "row 3"),
    ("DECLINES", .declined, "does not go with this host (ABI 1.2)"),
    ("SIZE=127", .badDescriptor, "127 bytes"), ("SIZE=0", .badDescriptor, "0 bytes"),
    ("SIZE=4097", .badDescriptor, "4097 bytes"),
    ("SIZE=0xFFFFFFFFu", .badDescriptor, "4294967295 bytes"),
    ("ROW_SIZE=40", .badDescriptor, "40 bytes"), ("ROW_SIZE=52", .badDescriptor, "52 bytes"),
    ("ROW_SIZE=1032", .badDescriptor, "1032 bytes"), ("ROWS=0", .badDescriptor, "0 methods"),
    ("ROWS=65", .badDescriptor, "65 methods"), ("METHODS=NULL", .badDescriptor, "methods"),
    ("ID=\"\"", .badDescriptor, "the id of"),
    ("SUMMARY=\"a\\033[2J\"", .badDescriptor, "control character"),
    ("SUMMARY=\"\\xff\"", .badDescriptor, "UTF-8"),
    ("NAME=\"Zoo\"", .badDescriptor, "other characters"),
    ("NAME=\"other\"", .badDescriptor, "rename it to libhub-other.so"),
    ("NAME=\"abcdefghijklmnopqrstuvwxyz0123456\"", .badDescriptor, "1 to 32 bytes"),
    ("DATA_SYMBOL", .notAFrontEnd, "is data and not a function"),
    ("NO_SYMBOL", .notAFrontEnd, "does not export"),
    ("ACTION_TWICE", .badDescriptor, "the action none twice"),
    ("ACTION_NAME", .badDescriptor, "row 3 of the action table"),
    ("ACTION_LETTER", .badSignature, "no arguments of the letter P"),
    ("ACTION_NULLABLE", .badSignature, "? stands before another letter than s"),
    ("ACTION_TEN", .badSignature, "more than 8 letters"),
    ("ACTION_COUNT", .badDescriptor, "describes 1 arguments, and its signature has 2"),
    ("ACTION_RANGE", .badDescriptor, "a range for by that makes no sense"),
    ("ACTION_BOTH", .badDescriptor, "and not both"),
    ("ACTION_NEITHER", .badDescriptor, "a function or a dispatcher"),
    ("ACTION_SAME_ARGUMENT", .badDescriptor, "has the argument by twice"),
    ("ACTION_ROWS=sizeof(hub_action), 65, action_rows", .badDescriptor, "65 actions"),
    ("ACTION_ROWS=72, 1, action_rows", .badDescriptor, "72 bytes"),
    ("ACTION_ROWS=sizeof(hub_action), 1, NULL", .badDescriptor, "1 actions"),
    ("MISSING_FUNCTION", .notLoadable, "needs the function hub_no_such_function"),
  ])
  func `a front end that breaks a rule is refused with a sentence`(
    define: String, code: FrontEndError.Code, part: String
  ) throws {
    let error = #expect(throws: FrontEndError.self) { try load([define]) }
    #expect(error?.code == code, "\(error?.message ?? "")")
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("libhub-zoo.so") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("\n") == false)
  }

  @Test
  func `a name of 32 bytes is the longest`() throws {
    let name = "abcdefghijklmnopqrstuvwxyz012345"
    #expect(try load(["NAME=\"\(name)\""], name: name).description.name == name)
  }

  @Test
  func `a front end that needs a missing library is refused with the library's name`() throws {
    let folder = try PluginFolder()
    let library = folder["libhubmissing.so"]
    try PluginFixtures.build("zoo", as: library, defines: ["NO_SYMBOL"])
    let path = folder["libhub-zoo.so"]
    try PluginFixtures.build(
      "zoo", as: path, extra: ["-Wl,--no-as-needed", "-L\(folder.path)", "-lhubmissing"])
    _ = try ChildProcess.run("/bin/rm", [library])
    let error = #expect(throws: FrontEndError.self) { try FrontEndLoader.load(path: path) }
    #expect(error?.code == .notLoadable)
    #expect(
      error?.message.contains("needs the library libhubmissing.so") == true,
      "\(error?.message ?? "")")
  }

  @Test
  func `a front end whose entry is in a library that it needs is refused`() throws {
    let folder = try PluginFolder()
    try PluginFixtures.build("zoo", as: folder["libhubreal.so"])
    let path = folder["libhub-zoo.so"]
    try PluginFixtures.build(
      "zoo", as: path, defines: ["NO_SYMBOL"],
      extra: ["-Wl,--no-as-needed", "-L\(folder.path)", "-lhubreal", "-Wl,-rpath,\(folder.path)"])
    let error = #expect(throws: FrontEndError.self) { try FrontEndLoader.load(path: path) }
    #expect(error?.code == .notTrusted)
    #expect(error?.message.contains("does not itself have") == true, "\(error?.message ?? "")")
  }

  @Test
  func `a front end that cannot start says so and can be destroyed`() throws {
    let front = try load(["FAILS"])
    var host = TestHost.table
    try front.create(host: &host)
    let error = #expect(throws: FrontEndError.self) { try front.start() }
    #expect(error?.code == .failed)
    #expect(
      error?.message.contains("cannot start here: not available") == true, "\(error?.message ?? "")"
    )
    front.destroy()
    #expect(front.state == .destroyed)
  }

  @Test
  func `truncated at any length, a front end is refused and nothing crashes`() throws {
    let folder = try PluginFolder()
    let whole = folder["libhub-whole.so"]
    try PluginFixtures.build("zoo", as: whole)
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: whole)))
    // Behind the segments stand section headers, which loading does not need.
    for length in stride(from: 0, to: bytes.count / 2, by: 97) {
      let path = try folder.write("libhub-cut\(length).so", Array(bytes.prefix(length)))
      let error = #expect(throws: FrontEndError.self) { try FrontEndLoader.load(path: path) }
      #expect(error?.code == .notLoadable, "\(length): \(error?.message ?? "")")
      #expect(error?.message.contains(length < 4 ? "not a shared object" : "truncated") == true)
    }
  }

  @Test
  func `what is no shared object for this machine is refused by its kind`() throws {
    let folder = try PluginFolder()
    let whole = folder["libhub-whole.so"]
    try PluginFixtures.build("zoo", as: whole)
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: whole)))
    func refusal(_ change: (inout [UInt8]) -> Void) throws -> String {
      var changed = bytes
      change(&changed)
      let path = try folder.write("libhub-bad.so", changed)
      let error = #expect(throws: FrontEndError.self) { try FrontEndLoader.load(path: path) }
      #expect(error?.code == .notLoadable)
      return error?.message ?? ""
    }
    #expect(
      try refusal { $0 = Array("#!/bin/sh\necho hello\n".utf8) }.contains("not a shared object"))
    #expect(try refusal { $0[18] = 8 }.contains("another kind of machine"))
    #expect(try refusal { $0[4] = 1 }.contains("another kind of machine"))
    #expect(try refusal { $0[5] = 2 }.contains("another kind of machine"))
    #expect(try refusal { $0[16] = 2 }.contains("-shared"))
    #expect(
      try refusal {
        $0[56] = 0
        $0[57] = 0
      }.contains("truncated"))
    #expect(try refusal { for index in 32..<40 { $0[index] = 0xFF } }.contains("truncated"))
  }

  @Test(arguments: [
    ("/x/a.so: undefined symbol: foo", "needs the function foo,"),
    ("/x/a.so: undefined symbol: foo, version BAR_1", "needs the function foo,"),
    (
      "libz9.so.1: cannot open shared object file: No such file or directory",
      "needs the library libz9.so.1,"
    ),
    ("/lib/libc.so.6: version `GLIBC_9.9' not found (required by /x/a.so)", "newer libraries"),
    (
      "/x/a.so: cannot apply additional memory protection",
      "cannot be loaded: cannot apply additional"
    ),
  ])
  func `what the dynamic loader says becomes a sentence`(said: String, part: String) {
    let sentence = SharedObject.sentence(said, path: "/x/a.so")
    #expect(sentence.hasPrefix("/x/a.so ") && sentence.contains(part), "\(sentence)")
  }
}
