package import HubFrontEndKit

/// The plain front end.
package final class PlainFrontEnd: FrontEnd {
  package static let description = FrontEndDescription(
    id: "io.hubhost.plain", name: "plain", version: "1.0.0", summary: "")

  private let host: any Host

  package init(host: any Host) throws(FrontEndError) {
    self.host = host
  }

  package func showHub(tab: String, badge: String?) -> HubAppearance {
    .shown
  }

  package func presentPost(_ post: Item, presentation: Presentation) {}
}
