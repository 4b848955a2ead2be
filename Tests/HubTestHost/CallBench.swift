import FoundationEssentials
import Glibc
import HubFrontEnds
import HubModel

/// Measures calls of methods through the host, for `Tests/bench`.
enum CallBench {
  /// The counter of the library that `Tests/bench` preloads.
  private typealias Counter = @convention(c) () -> UInt64

  /// Calls methods of a front end so often and prints nanoseconds and allocations of each, as JSON.
  ///
  /// - Returns: the exit code.
  static func run(path: String, times: Int) -> Int32 {
    do throws(FrontEndError) {
      let front = try FrontEndLoader.load(path: path)
      var host = unsafe TestHost.emptyHost
      unsafe try front.create(host: &host)
      try front.start()
      let post = PostRecord(
        id: .init(), isUnread: true, receivedAt: 1, subject: "Welcome to the Hub",
        preview: "What it is", sender: "Ann", url: "https://example.com/1")
      let show = measure(times) { _ = front.showHub(tab: "hub", badge: "14") }
      let present = measure(times) { _ = front.presentPost(post, .hub) }
      print(
        "{\"show_hub\":\(show.nanoseconds),\"show_hub.allocations\":\(show.allocations),"
          + "\"present_post\":\(present.nanoseconds),"
          + "\"present_post.allocations\":\(present.allocations)}")
      return 0
    } catch {
      print(error)
      return 1
    }
  }

  private static func measure(
    _ times: Int, _ call: () -> Void
  ) -> (nanoseconds: Double, allocations: UInt64) {
    for _ in 0..<times / 10 { call() }
    let counter = unsafe dlsym(nil, "hub_bench_allocations").map {
      unsafe unsafeBitCast($0, to: Counter.self)
    }
    let before = (allocations: counter?() ?? 0, time: processNanoseconds)
    for _ in 0..<times { call() }
    let took = processNanoseconds - before.time
    return (took / Double(times), (counter?() ?? 0) - before.allocations)
  }

  /// Of a processor, which a busy machine does not lengthen.
  private static var processNanoseconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
