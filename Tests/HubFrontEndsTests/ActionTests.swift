import CHubFrontEnd
import HubModel
import HubTestSupport
import Testing

@testable import HubFrontEnds

struct ActionCallTests {
  private static let action = ActionDescription(
    name: "jump", help: "Jumps", signature: "ius?s|db",
    parameters: [
      parameter("i", .integer, integers: -5...5), parameter("u", .unsigned),
      parameter("s", .text, integers: 1...4), parameter("o", .text, isOptional: true),
      parameter("d", .real, isOptional: true, reals: -1.5...2.5),
      parameter("b", .flag, isOptional: true),
    ])

  private static func parameter(
    _ name: String, _ kind: ActionParameter.Kind, isOptional: Bool = false,
    integers: ClosedRange<Int64>? = nil, reals: ClosedRange<Double>? = nil
  ) -> ActionParameter {
    ActionParameter(
      name: name, help: "Help", kind: kind, isOptional: isOptional, integers: integers, reals: reals
    )
  }

  private func convert(_ changes: [ActionBinding]) throws(ActionFault) -> [ArgumentValue] {
    var bindings = [ActionBinding("i", "1"), ActionBinding("u", "2"), ActionBinding("s", "abc")]
    for change in changes {
      bindings.removeAll { $0.name == change.name }
      bindings.append(change)
    }
    return try ActionCall.convert(bindings, for: Self.action)
  }

  @Test(arguments: [
    ("i", "-5", ArgumentValue.integer(-5), 0), ("i", "5", .integer(5), 0),
    ("i", "+5", .integer(5), 0),
    ("u", "0", .unsigned(0), 1), ("u", "18446744073709551615", .unsigned(.max), 1),
    ("s", "a", .text("a"), 2), ("s", "abcd", .text("abcd"), 2), ("s", "é", .text("é"), 2),
    ("o", "", .text(""), 3), ("d", "-1.5", .double(-1.5), 4), ("d", "2.5e0", .double(2.5), 4),
    ("d", "-0", .double(-0.0), 4), ("b", "true", .bool(true), 5), ("b", "1", .bool(true), 5),
    ("b", "false", .bool(false), 5), ("b", "0", .bool(false), 5),
  ])
  func `a value that goes is converted`(
    name: String, text: String, value: ArgumentValue, place: Int
  ) throws {
    #expect(try convert([ActionBinding(name, text)])[place] == value)
  }

  @Test(arguments: [
    ("i", "6", "from -5 to 5"), ("i", "-6", "from -5 to 5"), ("i", "", "whole number"),
    ("i", "1.0", "whole number"), ("i", "0x1", "whole number"), ("i", " 1", "whole number"),
    ("i", "9223372036854775808", "whole number"), ("u", "-1", "whole number"),
    ("u", "18446744073709551616", "whole number"), ("s", "", "1 to 4 bytes"),
    ("s", "abcde", "1 to 4 bytes"), ("s", "éé!", "1 to 4 bytes"), ("d", "nan", "a number"),
    ("d", "inf", "a number"), ("d", "1e999", "a number"), ("d", "0x1p1", "a number"),
    ("d", "2.6", "from -1.5 to 2.5"), ("d", "", "a number"), ("b", "yes", "true or false"),
    ("b", "TRUE", "true or false"), ("b", "", "true or false"),
  ])
  func `a value that does not go is refused with one sentence`(
    name: String, text: String, part: String
  ) {
    let fault = #expect(throws: ActionFault.self) { try convert([ActionBinding(name, text)]) }
    #expect(fault?.code == .argument)
    #expect(fault?.message.contains(part) == true, "\(fault?.message ?? "")")
    #expect(fault?.message.contains(" as \(name)") == true, "\(fault?.message ?? "")")
  }

  @Test
  func `what may be left out is NULL, 0 or false, and nothing else may`() throws {
    #expect(
      try convert([]) == [
        .integer(1), .unsigned(2), .text("abc"), .text(nil), .double(0), .bool(false),
      ])
    let missing = #expect(throws: ActionFault.self) {
      try ActionCall.convert([ActionBinding("i", "1"), ActionBinding("u", "1")], for: Self.action)
    }
    #expect(missing?.message.contains("needs the argument s; write i=-5..5") == true)
  }

  @Test
  func `an argument that there is not, or twice, is refused`() {
    let unknown = #expect(throws: ActionFault.self) { try convert([ActionBinding("x", "1")]) }
    #expect(unknown?.message.contains("no argument \"x\"") == true)
    let twice = #expect(throws: ActionFault.self) {
      try ActionCall.convert([ActionBinding("i", "1"), ActionBinding("i", "1")], for: Self.action)
    }
    #expect(twice?.message.contains("twice") == true)
  }

  @Test
  func `texts are made safe and end at the limit`() throws {
    #expect(try convert([ActionBinding("o", "a\u{1B}[2Jb")])[3] != .text("a\u{1B}[2Jb"))
    let longest = String(repeating: "x", count: ActionCall.maxTextBytes)
    #expect(try convert([ActionBinding("o", longest)])[3] == .text(longest))
    #expect(throws: ActionFault.self) { try convert([ActionBinding("o", longest + "x")]) }
  }

  @Test
  func `usage shows every argument as people type it`() {
    #expect(
      Self.action.usage == "i=-5..5 u=NUMBER s=TEXT [o=TEXT] [d=-1.5..2.5] [b=true|false]")
  }

  @Test(arguments: [
    ("a", true), ("a1_-z", true), (String(repeating: "a", count: 32), true), ("", false),
    ("A", false), ("1a", false), ("-a", false), ("a b", false),
    (String(repeating: "a", count: 33), false), ("é", false),
  ])
  func `names are a letter and then letters, digits and two signs`(name: String, isGood: Bool) {
    #expect(ActionDescription.isName(name) == isGood)
  }
}

/// Actions of a plug-in in C, called through libffi and through a dispatcher.
@Suite(
  .enabled(if: PluginFixtures.hasCompiler, "no C compiler at /usr/bin/cc: plug-ins cannot be built")
)
struct ActionTableTests {
  private func stage(_ defines: String...) throws -> (CheckStage, PluginFolder) {
    let folder = try PluginFolder()
    let path = folder["libhub-zoo.so"]
    try PluginFixtures.build(
      "zoo", as: path, defines: ["EXACT", "NEEDS=0"] + defines, extra: ["-lpthread"])
    let stage = try CheckStage(CheckSubject(path: path, seed: 1))
    try stage.enter()
    return (stage, folder)
  }

  @Test
  func `an action gets its values in the order and types of its signature`() throws {
    let (stage, folder) = try stage()
    defer { withExtendedLifetime(folder) {} }
    #expect(stage.session.actions.map(\.name) == ["jump", "none", "step"])
    #expect(stage.session.actions[0].signature == "u?s|db")
    #expect(
      stage.session.actions[0].usage
        == "days=0..365 [who=TEXT] [factor=-1.5..2.5] [loud=true|false]")
    let all = ActionRequest(line: "jump loud=true factor=2.5 who='Ann Bo' days=7")
    #expect(try stage.session.callAction(#require(all)) == HUB_OK)
    #expect(stage.session.lastFault == "days=7 who=Ann Bo factor=2.5 loud=1")
    #expect(
      try stage.session.callAction(
        ActionRequest(name: "jump", bindings: [ActionBinding("days", "0")])) == HUB_OK)
    #expect(stage.session.lastFault == "days=0 who= factor=0 loud=0")
    stage.leave()
  }

  @Test
  func `a dispatcher gets the row and the values`() throws {
    let (stage, folder) = try stage()
    defer { withExtendedLifetime(folder) {} }
    let request = ActionRequest(name: "step", bindings: [ActionBinding("by", "-3")])
    #expect(try stage.session.callAction(request) == 2 * 1000 - 3)
    stage.leave()
  }

  @Test
  func `what is wrong with a call is one sentence`() throws {
    let (stage, folder) = try stage()
    defer { withExtendedLifetime(folder) {} }
    func fault(_ line: String, of frontEnd: String? = nil) throws -> ActionFault {
      let request = try #require(ActionRequest(line: line))
      let error = #expect(throws: ActionFault.self) {
        try stage.session.callAction(request, of: frontEnd)
      }
      return try #require(error)
    }
    #expect(try fault("nope").message.contains("has no action \"nope\"; hubhost frontends"))
    #expect(try fault("jump days=366").code == .argument)
    #expect(try fault("jump days=1", of: "curses").message.contains("zoo runs"))
    #expect(try fault("none").code == .failed(HUB_E_FAILED))
    stage.leave()
  }

  @Test
  func `a link calls an action, and a bad one is told and does nothing`() throws {
    let (stage, folder) = try stage()
    defer { withExtendedLifetime(folder) {} }
    stage.session.keepsFault = true
    #expect(stage.session.open("rv-check://action/zoo/jump?days=7&who=a%20b"))
    #expect(stage.session.lastFault == "days=7 who=a b factor=0 loud=0")
    stage.session.lastFault = nil
    for bad in ["zoo/jump?days=x", "zoo/jump?days=%zz", "other/jump?days=1", "zoo/nope"] {
      #expect(stage.session.open("rv-check://action/\(bad)"), "recognised all the same")
      #expect(stage.session.lastFault == nil, "\(bad)")
    }
    #expect(!stage.session.open("rv-check://action/zoo"))
    #expect(!stage.session.open("rv-check://action/zoo/jump/more"))
    stage.leave()
  }

  @Test
  func `an action that is closed to links is refused to them alone`() throws {
    let (stage, folder) = try stage("ACTION_CLOSED")
    defer { withExtendedLifetime(folder) {} }
    stage.session.keepsFault = true
    #expect(stage.session.actions.map(\.isClosedToLinks) == [true, false, false])
    #expect(stage.session.open("rv-check://action/zoo/jump?days=7"), "recognised all the same")
    #expect(stage.session.lastFault == nil)
    let request = try #require(ActionRequest(line: "jump days=7"))
    let fault = #expect(throws: ActionFault.self) {
      try stage.session.callAction(request, isFromLink: true)
    }
    #expect(fault?.code == .failed(HUB_E_REFUSED))
    #expect(fault?.message.contains("is closed to links") == true)
    #expect(try stage.session.callAction(request) == HUB_OK)
    stage.leave()
  }

  @Test
  func `a row of an ABI before 1_3 ends before its flags, which are 0 then`() throws {
    let (stage, folder) = try stage("ACTION_CLOSED", "ACTION_ROWS=80, 1, action_rows")
    defer { withExtendedLifetime(folder) {} }
    #expect(stage.session.actions.map(\.isClosedToLinks) == [false])
    stage.leave()
  }

  @Test
  func `a key of the app file that can do nothing has a sentence`() throws {
    let (stage, folder) = try stage()
    defer { withExtendedLifetime(folder) {} }
    let keys = try ["jump days=7", "nosuch", "jump days=x"].map { line in
      AppDescription.Key(
        key: "F5", line: line, request: try #require(ActionRequest(line: line)))
    }
    let faults = stage.session.faults(of: keys)
    #expect(faults.count == 2)
    #expect(faults.first?.contains("F5 of the app file does nothing: ") == true)
    #expect(faults.first?.contains("no action \"nosuch\"") == true)
    #expect(faults.last?.contains("wants a whole number") == true)
    let other = AppDescription.Key(
      key: "Ctrl-Left", line: "jump days=7",
      request: try #require(ActionRequest(line: "jump days=7")))
    #expect(stage.session.faults(of: [other]).isEmpty, "which keys there are it knows itself")
    stage.leave()
  }
}
