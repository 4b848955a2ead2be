import HubModel
import Testing

struct ActionRequestTests {
  @Test(arguments: [
    ("jump", "jump", [ActionBinding]()), ("  jump  ", "jump", []),
    ("jump a=1 b=2", "jump", [ActionBinding("a", "1"), ActionBinding("b", "2")]),
    ("jump a='two words'", "jump", [ActionBinding("a", "two words")]),
    ("jump a=\"it's\" b=''", "jump", [ActionBinding("a", "it's"), ActionBinding("b", "")]),
    ("jump a=x=y", "jump", [ActionBinding("a", "x=y")]),
  ])
  func `a line is a name and values`(line: String, name: String, bindings: [ActionBinding]) {
    #expect(ActionRequest(line: line) == ActionRequest(name: name, bindings: bindings))
  }

  @Test(arguments: ["", "  ", "jump a", "jump =1", "jump a='x", "jump a=\"x'"])
  func `what is no call is refused`(line: String) {
    #expect(ActionRequest(line: line) == nil)
  }
}
