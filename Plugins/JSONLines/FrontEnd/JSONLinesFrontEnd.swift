package import HubFrontEndKit

/// The jsonl front end.
package final class JSONLinesFrontEnd: FrontEnd {
  package static let description = FrontEndDescription(
    id: "io.hubhost.jsonl", name: "jsonl", version: "1.0.0", summary: "")

  private let host: any Host

  package init(host: any Host) throws(FrontEndError) {
    self.host = host
  }

  package func showHub(tab: String, badge: String?) -> HubAppearance {
    .shown
  }

  package func presentPost(_ post: Item, presentation: Presentation) {}
}
