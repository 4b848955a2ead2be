import CHubFrontEnd
import HubCore
import HubKeys
import HubLog
package import HubModel
import HubText

extension HubSession {
  /// How deep actions may call actions.
  package static let maxActionDepth = 8

  /// Calls an action of the running front end with values as text.
  ///
  /// - Parameters:
  ///   - request: the name and the values.
  ///   - frontEnd: the name of the front end that it is for; nil: the one that runs.
  ///   - isFromLink: whether a link asks, which may come from anybody.
  /// - Returns: what the action returned: 0 or positive.
  /// - Throws: a sentence, when it could not be called or returned a negative status.
  package func callAction(
    _ request: ActionRequest, of frontEnd: String? = nil, isFromLink: Bool = false
  ) throws(ActionFault) -> Int32 {
    guard let methods = self.frontEnd, let about = methods.about else {
      throw ActionFault(.failed(HUB_E_STATE), "no front end runs that could have actions")
    }
    if let frontEnd, frontEnd != about.name {
      throw ActionFault(
        .notFound,
        "the action \(ActionCall.shown(request.name)) is for the front end "
          + "\(ActionCall.shown(frontEnd)), and \(about.name) runs; start that one")
    }
    let action = try Self.action(request.name, of: about)
    guard !isFromLink || !action.isClosedToLinks else {
      throw ActionFault(
        .failed(HUB_E_REFUSED),
        "the action \(action.name) of \(about.name) is closed to links, which may come from anybody; "
          + "use a key or hubhost action")
    }
    let values = try ActionCall.convert(request.bindings, for: action)
    guard actionDepth < Self.maxActionDepth else {
      throw ActionFault(
        .failed(HUB_E_STATE), "the action \(action.name) calls itself over and over; it was stopped"
      )
    }
    actionDepth += 1
    defer { actionDepth -= 1 }
    guard let status = methods.callAction(action.name, values) else {
      throw ActionFault(.notFound, "the front end \(about.name) no longer has \(action.name)")
    }
    guard status >= 0 else {
      throw ActionFault(
        .failed(status),
        "the action \(action.name) of \(about.name) failed: \(StatusName.of(status)); "
          + "the log may say more")
    }
    return status
  }

  /// Calls the action of a link and tells the user what went wrong.
  func follow(_ link: ActionLink) {
    do throws(ActionFault) {
      guard let bindings = link.bindings else {
        throw ActionFault(
          .argument,
          "the values of the link to the action \(ActionCall.shown(link.name)) cannot be "
            + "read; write argument=value with %XX for what is no letter or digit")
      }
      _ = try callAction(
        ActionRequest(name: link.name, bindings: bindings), of: link.frontEnd, isFromLink: true)
    } catch {
      refuseLast(error.message)
      warn(.actionFailed, "An action was not done: \(error.message).")
    }
  }

  /// What the app file gives a key; nil when that is nothing.
  func binding(of key: String) -> AppDescription.Key? {
    settings.app.keys.first { $0.key == key }
  }

  /// For each key of an app file that can do nothing in the running front end a sentence that says why.
  package func faults(of keys: [AppDescription.Key]) -> [String] {
    guard let about = frontEnd?.about else { return [] }
    return keys.compactMap { key in
      Self.fault(of: key, in: about).map {
        "the key \(SafeText.line(key.key)) of the app file does nothing: \($0)"
      }
    }
  }

  private static func fault(
    of key: AppDescription.Key, in about: FrontEndDescription
  ) -> String? {
    // Other front ends may name keys that this one never hears of.
    if about.id == HubKeys.frontEnd, let fault = HubKeys.fault(ofKey: key.key) { return fault }
    do throws(ActionFault) {
      let action = try action(key.request.name, of: about)
      _ = try ActionCall.convert(key.request.bindings, for: action)
      return nil
    } catch {
      return error.message
    }
  }

  private static func action(
    _ name: String, of about: FrontEndDescription
  ) throws(ActionFault) -> ActionDescription {
    if let action = about.actions.first(where: { $0.name == name }) { return action }
    throw ActionFault(
      .notFound,
      "the front end \(about.name) has no action \(ActionCall.shown(name)); "
        + (about.actions.isEmpty ? "it offers none" : "hubhost frontends lists those that it has"))
  }

  /// What the running front end offers.
  package var actions: [ActionDescription] { frontEnd?.about?.actions ?? [] }
}
