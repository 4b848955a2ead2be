package import HubFrontEndKit

/// The curses front end.
package final class CursesFrontEnd: FrontEnd {
  package static let description = FrontEndDescription(
    id: "io.hubhost.curses", name: "curses", version: "1.0.0", summary: "")

  private let host: any Host

  package init(host: any Host) throws(FrontEndError) {
    self.host = host
  }

  package func showHub(tab: String, badge: String?) -> HubAppearance {
    .shown
  }

  package func presentPost(_ post: Item, presentation: Presentation) {}
}
