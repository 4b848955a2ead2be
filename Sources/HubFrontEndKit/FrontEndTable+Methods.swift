import CHubFrontEnd

extension FrontEndTable {
  /// The rows of the method table; each function is checked against the header's type for it.
  static var methods: [hub_method] {
    unsafe [
      row("show_hub", hub_signature_show_hub(), showHub as hub_show_hub_fn),
      row("present_post", hub_signature_present_post(), presentPost as hub_present_post_fn),
      row(
        "present_conversation", hub_signature_present_conversation(),
        presentConversation as hub_present_conversation_fn),
      row("show_tab", hub_signature_show_tab(), showTab as hub_show_tab_fn),
      row("dismiss", hub_signature_dismiss(), dismiss as hub_dismiss_fn),
      row("inbox_changed", hub_signature_inbox_changed(), inboxChanged as hub_inbox_changed_fn),
      row("badge_changed", hub_signature_badge_changed(), badgeChanged as hub_badge_changed_fn),
      row("config_changed", hub_signature_config_changed(), configChanged as hub_config_changed_fn),
      row("path_changed", hub_signature_path_changed(), pathChanged as hub_path_changed_fn),
      row("alert", hub_signature_alert(), alert as hub_alert_fn),
      row("url_opened", hub_signature_url_opened(), urlOpened as hub_url_opened_fn),
      row(
        "terminal_resized", hub_signature_terminal_resized(),
        terminalResized as hub_terminal_resized_fn),
      row(
        "terminal_suspend", hub_signature_terminal_suspend(),
        terminalSuspend as hub_terminal_suspend_fn),
      row(
        "terminal_resume", hub_signature_terminal_resume(),
        terminalResume as hub_terminal_resume_fn),
      row(
        "sync_changed", hub_signature_sync_changed(), syncChanged as hub_sync_changed_fn, since: 2),
    ]
  }

  private static func row<Function>(
    _ name: StaticString, _ signature: hub_string, _ function: Function, since: UInt32 = 0
  ) -> hub_method {
    let text = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return unsafe hub_method(
      name: hub_string(data: text, length: UInt64(name.utf8CodeUnitCount)),
      signature: signature, since: since, reserved: 0,
      function: unsafeBitCast(function, to: hub_function.self))
  }
}

private let showHub: hub_show_hub_fn = { instance, _, tab, tabLength, badge, badgeLength in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  let appearance = unsafe front.showHub(
    tab: copiedText(tab, tabLength) ?? "", badge: copiedText(badge, badgeLength))
  return appearance == .shown ? HUB_OK : HUB_PENDING
}

private let presentPost: hub_present_post_fn = { instance, _, presentation, post in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  unsafe front.presentPost(
    Item(post.pointee), presentation: Presentation(rawValue: presentation) ?? .standalone)
  return HUB_OK
}

private let presentConversation: hub_present_conversation_fn = {
  instance, _, presentation, conversation in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  unsafe front.presentConversation(
    ConversationRecord(conversation.pointee),
    presentation: Presentation(rawValue: presentation) ?? .standalone)
  return HUB_OK
}

private let showTab: hub_show_tab_fn = {
  instance, _, tag, tagLength, title, titleLength, text, textLength in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  unsafe front.showTab(
    tag: copiedText(tag, tagLength) ?? "", title: copiedText(title, titleLength) ?? "",
    text: copiedText(text, textLength))
  return HUB_OK
}

private let dismiss: hub_dismiss_fn = { instance, _, what, length in
  guard let front = unsafe Instance.front(instance),
    let dismissal = unsafe Dismissal(rawValue: copiedText(what, length) ?? "")
  else { return HUB_E_ARGUMENT }
  front.dismiss(dismissal)
  return HUB_OK
}

private let inboxChanged: hub_inbox_changed_fn = {
  instance, _, flags, posts, postsLength, conversations, conversationsLength in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  unsafe front.inboxChanged(
    Moved(
      posts: ids(posts, postsLength), conversations: ids(conversations, conversationsLength),
      config: flags & UInt64(HUB_MOVED_CONFIG) != 0,
      everything: flags & UInt64(HUB_MOVED_EVERYTHING) != 0))
  return HUB_OK
}

private let badgeChanged: hub_badge_changed_fn = { instance, _, badge, length, count in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  unsafe front.badgeChanged(copiedText(badge, length), count: Int(clamping: count))
  return HUB_OK
}

private let configChanged: hub_config_changed_fn = { instance, _ in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  front.configChanged()
  return HUB_OK
}

private let pathChanged: hub_path_changed_fn = { instance, _ in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  front.pathChanged()
  return HUB_OK
}

private let alert: hub_alert_fn = {
  instance, _, code, codeLength, title, titleLength, message, messageLength in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  unsafe front.alert(
    code: copiedText(code, codeLength) ?? "", title: copiedText(title, titleLength) ?? "",
    message: copiedText(message, messageLength) ?? "")
  return HUB_OK
}

private let urlOpened: hub_url_opened_fn = {
  instance, _, url, urlLength, by, byLength, reason, reasonLength in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  unsafe front.urlOpened(
    copiedText(url, urlLength) ?? "", by: copiedText(by, byLength) ?? "",
    reason: copiedText(reason, reasonLength))
  return HUB_OK
}

private let terminalResized: hub_terminal_resized_fn = { instance, _, columns, rows in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  front.terminalResized(columns: Int(clamping: columns), rows: Int(clamping: rows))
  return HUB_OK
}

private let terminalSuspend: hub_terminal_suspend_fn = { instance, _ in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  front.terminalSuspend()
  return HUB_OK
}

private let terminalResume: hub_terminal_resume_fn = { instance, _ in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  front.terminalResume()
  return HUB_OK
}

private let syncChanged: hub_sync_changed_fn = { instance, _ in
  guard let front = unsafe Instance.front(instance) else { return HUB_E_ARGUMENT }
  front.syncChanged()
  return HUB_OK
}
