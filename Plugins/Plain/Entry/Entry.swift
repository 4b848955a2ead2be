public import CHubFrontEnd
import HubFrontEndKit
import PlainFrontEnd

private let table = FrontEndTable(PlainFrontEnd.self)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The entry of the plain front end: its descriptor, static for the process's life.
@c @implementation
public func hub_frontend_v1(_ hostMinor: UInt32) -> UnsafePointer<hub_frontend>? {
  unsafe table.descriptor
}
