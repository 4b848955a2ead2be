public import CHubFrontEnd
import HubFrontEndKit

private let table = FrontEndTable(ExampleFrontEnd.self)

/// The entry: the one function that hubhost looks for.
@c @implementation
public func hub_frontend_v1(_ hostMinor: UInt32) -> UnsafePointer<hub_frontend>? {
  table.descriptor
}
