extension LegacyNotification: WireDecodable {
  init(from reader: inout JSONReader) throws(WireError) {
    var draft = NotificationDraft()
    try reader.enterObject()
    while let key = try reader.nextKey() { try draft.take(key, from: &reader) }
    self = try draft.notification()
  }
}

/// The fields of a notification while they are read.
private struct NotificationDraft {
  var id: String?
  var campaignID: String?
  var title: String?
  var body: String?
  var attachment: LegacyNotification.Attachment?
  var tap: PushPayload.Tap?
  var deliveredAt: Timestamp?
  var expiresAt: Timestamp?
  var isRead: Bool?
  var isNotificationCenterEnabled: Bool?
  var isDeleted: Bool?
  var conversionTags: [String]?

  mutating func take(_ key: String, from reader: inout JSONReader) throws(WireError) {
    switch key {
    case "id": id = try reader.text(key)
    case "campaignID": campaignID = try reader.text(key)
    case "title": title = try reader.optionalText(key)
    case "body": body = try reader.text(key)
    case "attachment":
      if try reader.isNull() { return }
      do { attachment = try .init(from: &reader) } catch { throw error.under(key) }
    case "tapBehavior":
      do { tap = try TapBehavior(from: &reader).tap } catch { throw error.under(key) }
    case "deliveredAt": deliveredAt = try reader.time(key)
    case "expiresAt": expiresAt = try reader.optionalTime(key)
    case "isRead": isRead = try reader.flag(key)
    case "isNotificationCenterEnabled": isNotificationCenterEnabled = try reader.flag(key)
    case "isDeleted": isDeleted = try reader.flag(key)
    case "conversionTags": conversionTags = try reader.texts(key)
    default: try reader.skip()
    }
  }

  func notification() throws(WireError) -> LegacyNotification {
    LegacyNotification(
      id: try JSONReader.require(id, "id"),
      campaignID: try JSONReader.require(campaignID, "campaignID"), title: title,
      body: try JSONReader.require(body, "body"), attachment: attachment,
      tap: try JSONReader.require(tap, "tapBehavior"),
      deliveredAt: try JSONReader.require(deliveredAt, "deliveredAt"), expiresAt: expiresAt,
      isRead: try JSONReader.require(isRead, "isRead"),
      isNotificationCenterEnabled: try JSONReader.require(
        isNotificationCenterEnabled, "isNotificationCenterEnabled"),
      isDeleted: try JSONReader.require(isDeleted, "isDeleted"),
      conversionTags: try JSONReader.require(conversionTags, "conversionTags"))
  }
}

private struct TapBehavior: WireDecodable {
  let tap: PushPayload.Tap

  init(from reader: inout JSONReader) throws(WireError) {
    var type: String?
    var url: String?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "__typename": type = try reader.text(key)
      case "url": url = try reader.optionalText(key)
      default: try reader.skip()
      }
    }
    switch try JSONReader.require(type, "__typename") {
    case "OpenAppNotificationTapBehavior": tap = .openApp
    case "OpenURLNotificationTapBehavior": tap = .openURL(try JSONReader.require(url, "url"))
    case "PresentWebsiteNotificationTapBehavior":
      tap = .presentWebsite(try JSONReader.require(url, "url"))
    default: throw .shape("__typename", "must be a known tap behaviour")
    }
  }
}

extension LegacyNotification.Attachment: WireDecodable {
  init(from reader: inout JSONReader) throws(WireError) {
    var form: Form?
    var url: String?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "type":
        form = Form(rawValue: try reader.text(key))
        guard form != nil else { throw .shape(key, "must be IMAGE, AUDIO or VIDEO") }
      case "url": url = try reader.text(key)
      default: try reader.skip()
      }
    }
    self.init(
      form: try JSONReader.require(form, "type"), url: try JSONReader.require(url, "url"))
  }
}
