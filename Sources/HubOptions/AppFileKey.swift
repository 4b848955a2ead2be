/// A key of the app file, as the man page shows it and as its reader knows it.
package struct AppFileKey: Hashable, Sendable {
  /// With the keys above it, such as `config.hub.deepLink`; `[]` stands for any element of a list, `{}` for
  /// any key of an object.
  package let path: String
  /// What its value is, in words.
  package let type: String
  /// Whole sentences.
  package let help: String

  /// Every key there is; any other one is warned about.
  package static let all: [AppFileKey] = [
    key("id", "text, required", "The app's id in reverse DNS; names its data folder."),
    key("name", "text", "The app's name; the id when missing."),
    key("accountToken", "text", "The account's token."),
    key("endpoint", "URL", "The server: https, on a loopback address also http."),
    key("urlSchemes", "list of text", "The schemes of the Hub's links, such as rv-demo."),
    key("associatedDomains", "list of text", "The hosts of the Hub's universal links."),
    key("appSchemes", "list of text", "The app's own schemes; its handler gets their URLs."),
    key(
      "routes", "object of text",
      "The app's handler: each key is a URL, its value the tag of a tab."
    ),
    key("tabs", "list of objects", "The app's tabs; exactly one of them has the tag hub."),
    key("tabs[].tag", "text, required", "The name by which routes mean the tab."),
    key("tabs[].title", "text", "What the tab bar shows; the tag when missing."),
    key("tabs[].text", "path", "A text file that the tab shows, beside the app file."),
    key("config", "object", "The configuration until the server's arrives."),
    key("config.hub", "object", "What the Hub has."),
    key("config.hub.isInboxEnabled", "boolean", "Whether there is an inbox; true when missing."),
    key("config.hub.isHomeEnabled", "boolean", "Whether there is a home; false when missing."),
    key("config.hub.isSettingsViewEnabled", "boolean", "Read, and without effect."),
    key("config.hub.deepLink", "URL", "The app's own URL that shows the Hub."),
    key("config.colorScheme", "auto, light or dark", "The colours; auto asks the terminal."),
    key("config.accentColor", "text", "Six hexadecimal digits, with or without a # before them."),
    key(
      "keys", "object of text",
      "Keys of the front end curses: each key is one character or a name such as F5 or Ctrl-X, its "
        + "value the call of an action, such as search text=news or open-link number=2."),
    key(
      "grants", "object of objects",
      "What front ends may do beyond what any may: each key is the name or the id of one. One that "
        + "needs more does not run; hubhost frontends shows what each needs."),
    key("grants{}.network", "boolean", "Whether it may use the network; false when missing."),
    key(
      "grants{}.files", "list of text",
      "Files, and folders with all below them, that it may read: absolute, or from ~/ on."),
    key("frontend", "text", "The name or path of the front end to use."),
    key("user", "object", "Who uses the app."),
    key("user.userID", "text", "The user's id with the server."),
    key("user.token", "text", "The user's token (JWT), for a server that asks for one."),
    key(
      "user.tokenCommand", "list of text",
      "A program, by its absolute path, and its arguments: it prints a new token, and is run when the one "
        + "at hand is about to expire."),
    key("agent", "object", "What the background process does."),
    key(
      "agent.idleSeconds", "number",
      "How long it stays when nobody is connected, from 0 to 86400; 60 when missing."),
    key(
      "agent.events", "boolean",
      "Whether what the user does is recorded and sent; false when missing."),
    key(
      "agent.prefetch", "boolean",
      "Whether bodies of unread posts are fetched before they are opened; true when missing."),
    key(
      "agent.stream", "boolean",
      "Whether the server's stream of pushes is held; without it posts are asked for once a minute; "
        + "true when missing."),
    key("stallSeconds", "number", "After how long a link that nothing showed is warned about; 3."),
  ]

  /// An app file that has a bit of everything.
  package static let example = """
    {
      id: "com.example.demo", name: "Demo",
      accountToken: "acct-1", endpoint: "http://127.0.0.1:8787",
      // The Hub's own links, then the app's.
      urlSchemes: ["rv-demo"], associatedDomains: ["demo.rover.example"],
      appSchemes: ["demo"],
      routes: { "demo://hub": "hub", "demo://home": "home" },
      tabs: [
        { tag: "home", title: "Home", text: "welcome.txt" },
        { tag: "hub", title: "For you" },
      ],
      config: { hub: { isInboxEnabled: true, deepLink: "demo://hub" } },
      frontend: "curses", user: { userID: "fan-9" },
    }
    """

  private static func key(_ path: String, _ type: String, _ help: String) -> AppFileKey {
    AppFileKey(path: path, type: type, help: help)
  }
}
