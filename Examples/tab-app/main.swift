import Glibc
import Hub

// An app with two tabs, of which the second is the Hub. See README.md.

var arguments = CommandLine.arguments.dropFirst()
let isStandalone = arguments.first == "--standalone"
if isStandalone { arguments.removeFirst() }
guard let data = arguments.popFirst() else {
  say("usage: tab-app [--standalone] DATA-FOLDER [URL]")
  exit(64)
}
do {
  let app = try TabApp(
    data: data, isStandalone: isStandalone, server: unsafe getenv("TABS_SERVER").map { unsafe String(cString: $0) })
  // A link that launched the app takes the same road as all others.
  if let url = arguments.popFirst() { app.hub.open(url) }
  app.run()
} catch {
  say("tab-app: \(error)")
  exit(69)
}
