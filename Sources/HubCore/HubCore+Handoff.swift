import HubModel

/// The handoff: record the destination, open the Hub deep link, wait for the Hub (reference 4.4).
extension HubCore {
  var stallsAt: Timestamp? {
    handoff.map { $0.waitingSince.advanced(bySeconds: Int64(app.stallSeconds)) }
  }

  /// When the handoff needs a tick; nil when none waits.
  var nextDeadline: Timestamp? {
    guard let handoff, let stallsAt else { return nil }
    return handoff.isStallTold ? handoff.expiresAt : min(stallsAt, handoff.expiresAt)
  }

  mutating func startHandoff(
    to destination: HubDestination, through deepLink: String, now: Timestamp
  ) {
    dropHubAlert()
    coordinator.navigate(to: destination)
    hubTop = .idle
    isTopNew = true
    let entry = JournalEntry(
      destination: destination, recordedAt: now, deepLink: deepLink, path: path)
    handoff = Handoff(entry: entry, waitingSince: now)
    emit(.journal(entry))
    emit(.pathChanged(path))
    emit(.openURL(deepLink))
  }

  /// A handoff that an earlier run left behind: it goes on waiting, unless its Hub is gone.
  ///
  /// Its Hub deep link was opened once and is not opened again.
  mutating func recover(_ entry: JournalEntry, now: Timestamp) {
    guard handoff == nil else { return }
    var entry = entry
    // A clock that was set back must not make the destination live longer.
    entry.recordedAt = min(entry.recordedAt, now)
    let recovered = Handoff(entry: entry, waitingSince: now)
    if let trouble = trouble(of: recovered, now: now) {
      emit(.dropJournal)
      emit(.warn(code: trouble.code, message: trouble.message(for: entry)))
      return
    }
    handoff = recovered
    dropHubAlert()
    coordinator.restore(entry.path)
    hubTop = .idle
    isTopNew = true
    emit(.pathChanged(path))
    if root == .hub(isShown: true) { takeHandoff() }
  }

  /// The Hub is on screen: the destination is taken, exactly once.
  mutating func takeHandoff() {
    guard let entry = handoff?.entry else { return }
    handoff = nil
    emit(.takeJournal)
    clearOverlays()
    if path != entry.path {
      coordinator.restore(entry.path)
      emit(.pathChanged(path))
    }
    isTopNew = true
    lookUpTop()
  }

  mutating func dropExpiredHandoff(now: Timestamp) {
    guard let handoff, now >= handoff.expiresAt else { return }
    dropHandoff(because: .expired)
  }

  /// After a changed configuration: the destination is dropped only when its Hub is gone.
  mutating func dropHandoffWithoutHub() {
    guard let handoff, let trouble = hubTrouble(of: handoff.entry) else { return }
    dropHandoff(because: trouble)
  }

  mutating func warnAboutStall(now: Timestamp) {
    guard var waiting = handoff, !waiting.isStallTold, let stallsAt, now >= stallsAt else { return }
    waiting.isStallTold = true
    handoff = waiting
    let trouble = HandoffTrouble(app: app, handoff: waiting, asksApp: asksApp)
    emit(.warn(code: .handoffStalled, message: trouble.message(for: waiting.entry)))
    // Told, so that the mistake is found; but nobody is left waiting before a visible Hub or
    // before nothing at all.
    if root == .hub(isShown: true) {
      takeHandoff()
    } else if root == .nothing, standalones.isEmpty {
      showDefaultRoot()
    }
  }

  private mutating func dropHandoff(because trouble: HandoffTrouble) {
    guard let entry = handoff?.entry else { return }
    handoff = nil
    emit(.dropJournal)
    if path == entry.path, hubTop == .idle {
      dismissHubTop()
      coordinator.restore([])
      emit(.pathChanged(path))
    }
    emit(.warn(code: trouble.code, message: trouble.message(for: entry)))
    if root == .nothing, standalones.isEmpty { showDefaultRoot() }
  }

  private func trouble(of handoff: Handoff, now: Timestamp) -> HandoffTrouble? {
    now >= handoff.expiresAt ? .expired : hubTrouble(of: handoff.entry)
  }

  private func hubTrouble(of entry: JournalEntry) -> HandoffTrouble? {
    guard config.isInboxEnabled else { return .inboxOff }
    return config.deepLink == entry.deepLink ? nil : .deepLinkChanged
  }
}

extension HandoffTrouble {
  fileprivate var code: HubCode { self == .expired ? .handoffExpired : .handoffDropped }
}
