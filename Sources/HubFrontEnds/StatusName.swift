import CHubFrontEnd

/// Names of statuses for messages.
package enum StatusName {
  /// What a status of the ABI means, as a clause.
  package static func of(_ status: Int32) -> String {
    switch status {
    case HUB_OK: "done"
    case HUB_PENDING: "pending"
    case HUB_E_ARGUMENT: "an argument is out of its range"
    case HUB_E_STATE: "not at this time"
    case HUB_E_NOT_FOUND: "not found"
    case HUB_E_UNAVAILABLE: "not available"
    case HUB_E_FAILED: "it tried and failed"
    case HUB_E_THREAD: "called on the wrong thread"
    case HUB_E_REFUSED: "against a rule"
    default: "status \(status)"
    }
  }
}
