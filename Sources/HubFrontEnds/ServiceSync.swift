import CHubFrontEnd
import HubModel
import HubText

/// hub.sync/1.
enum SyncService {
  static var table: hub_sync {
    unsafe hub_sync(
      size: UInt32(MemoryLayout<hub_sync>.size), reserved: 0, describe: describe)
  }

  private static let describe:
    @convention(c) (
      UnsafePointer<hub_host>, UnsafeMutablePointer<hub_sync_info>
    ) -> hub_status = { host, info in
      unsafe onMain(host) { session in
        guard unsafe info.pointee.size >= MemoryLayout<hub_sync_info>.size else {
          return HUB_E_ARGUMENT
        }
        let status = session.syncStatus
        unsafe info.pointee.state = status.state.abi
        unsafe info.pointee.last_sync_at = status.lastSyncAt?.milliseconds ?? 0
        unsafe info.pointee.posts = UInt64(clamping: status.posts)
        unsafe info.pointee.rate = status.rate ?? 0
        unsafe info.pointee.reason = session.lentTexts.keep(
          status.reason.map { SafeText.line($0) })
        return HUB_OK
      }
    }
}

extension SyncStatus.State {
  var abi: UInt32 {
    switch self {
    case .offline: HUB_SYNC_OFFLINE
    case .idle: HUB_SYNC_IDLE
    case .syncing: HUB_SYNC_RUNNING
    case .failed: HUB_SYNC_FAILED
    }
  }
}
