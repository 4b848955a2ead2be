public import CHubFrontEnd
import HubFrontEndKit
import JSONLinesFrontEnd

private let table = FrontEndTable(JSONLinesFrontEnd.self)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The entry of the jsonl front end: its descriptor, static for the process's life.
@c @implementation
public func hub_frontend_v1(_ hostMinor: UInt32) -> UnsafePointer<hub_frontend>? {
  unsafe table.descriptor
}
