/// What a front end in a runner can ask of its host; the numbers are those of the messages.
///
/// The loop, the time and the width of text are answered in the runner itself.
enum ServiceCall: UInt8, CaseIterable, Hashable {
  case appDescribe = 1
  case appTab
  case itemsFetch
  case itemsFind
  case itemsCounts
  case documentLines
  case documentLinks
  case markRead
  case markAllRead
  case push
  case refresh
  case hubShown
  case hubHidden
  case selectTab
  case showItem
  case back
  case closed
  case openURL
  case openLink
  case path
  case replies
  case quit
  case terminalDescribe
  case terminalModes
  case terminalSuspend
  case actionsList
  case actionsKeys
  case actionsCall
  case actionsPress
  case send
  case retry
  case remove
  case reachedEnd
  case fetchOlder
  case draft
  case setDraft
  case replyLinks
  case syncDescribe
}
