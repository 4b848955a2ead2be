public import CHubFrontEnd
import CursesFrontEnd
import HubFrontEndKit

private let table = FrontEndTable(CursesFrontEnd.self)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The entry of the curses front end: its descriptor, static for the process's life.
@c @implementation
public func hub_frontend_v1(_ hostMinor: UInt32) -> UnsafePointer<hub_frontend>? {
  unsafe table.descriptor
}
