import CHubFrontEnd
import CLinux
import Glibc
import HubCore
import HubModel

/// From create to destroy.
extension CheckTable {
  static let lifecycle: [Check] = [
    Check(
      "lifecycle", .must, "It starts, shows the Hub and a post, and ends", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try CheckStage(subject)
        try stage.enter()
        stage.session.launch(url: nil)
        stage.turn(milliseconds: 20)
        stage.session.send(.tabSelected("hub"))
        stage.session.send(.itemSelected(.post, CheckItems.id(1)))
        stage.turn(milliseconds: 20)
        stage.leave()
        return nil
      }),
    Check(
      "lifecycle-repeats", .should, "It can be made \(repetitions) times without growing", plugin,
      patience: 60_000,
      body: { subject throws(CheckStop) in
        let stage = try CheckStage(subject)
        try once(subject, stage)
        let descriptors = ProcessState.descriptorCount
        let memory = ProcessState.residentBytes
        for _ in 0..<repetitions { try once(subject, stage) }
        let opened = ProcessState.descriptorCount - descriptors
        if opened > 0 { return .broken("\(opened) descriptors stay open; close them in destroy") }
        let grown = ProcessState.residentBytes - memory
        return grown <= maxGrowth
          ? nil : .broken("memory grows by \(grown >> 10) KiB; free in destroy what create made")
      }),
    Check(
      "two-instances", .should, "Two instances live side by side", plugin,
      body: {
        subject throws(CheckStop) in
        for first in [0, 1] {
          let stages = [try CheckStage(subject), try CheckStage(subject)]
          for stage in stages { try created(stage) }
          stages[first].leave()
          stages[1 - first].leave()
        }
        return nil
      }),
    Check(
      "no-services", .must, "It bears a host without services", plugin,
      body: {
        subject throws(CheckStop) in
        let frontEnd = try subject.load().get()
        var host = unsafe emptyHost
        do throws(FrontEndError) {
          try unsafe frontEnd.create(host: &host)
          try frontEnd.start()
          _ = frontEnd.showHub(tab: "hub", badge: nil)
        } catch {
          // Saying no is as good as working.
        }
        frontEnd.destroy()
        return nil
      }),
    Check(
      "no-terminal", .must, "Without a terminal it says no instead of ending the process",
      body: {
        subject throws(CheckStop) in
        let frontEnd = try subject.load().get()
        guard frontEnd.description.needsTerminal else {
          throw CheckStop(.skipped("it needs no terminal"))
        }
        var host = unsafe emptyHost
        do throws(FrontEndError) {
          try unsafe frontEnd.create(host: &host)
          try frontEnd.start()
        } catch {
          frontEnd.destroy()
          return nil
        }
        frontEnd.destroy()
        return .broken("start returns HUB_OK without a terminal; look at hub.terminal/1 first")
      }),
    Check(
      "leaves-clean", .must, "After its end the process is as before", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try CheckStage(subject)
        let before = ProcessState.now()
        try stage.enter()
        stage.session.launch(url: nil)
        stage.session.send(.tabSelected("hub"))
        stage.turn(milliseconds: 20)
        stage.leave()
        return ProcessState.now().change(since: before, ignoring: ProcessState.screenSignals)
          .map { .broken("it \($0)") }
      }),
  ]

  /// How often a front end is made anew.
  static let repetitions = 1_000
  /// The most bytes that memory may grow by in that.
  static let maxGrowth = 4 << 20

  /// Where most checks run: on a usual terminal, which only some front ends take.
  static let plugin = Check.Setting.terminal(kind: "xterm-256color", columns: 80, rows: 24)

  /// A host of which no service is found.
  private static var emptyHost: hub_host {
    unsafe hub_host(
      size: UInt32(MemoryLayout<hub_host>.size), abi_minor: UInt32(HUB_ABI_MINOR),
      name: hub_string(data: nil, length: 0), version: hub_string(data: nil, length: 0),
      context: nil, service: { _, _, _ in nil })
  }

  private static func created(_ stage: CheckStage) throws(CheckStop) {
    do throws(FrontEndError) {
      try stage.create()
    } catch {
      throw CheckStop(.broken(error.message))
    }
  }

  private static func once(_ subject: CheckSubject, _ stage: CheckStage) throws(CheckStop) {
    let frontEnd = try subject.load().get()
    do throws(FrontEndError) {
      unsafe try frontEnd.create(host: stage.host)
    } catch {
      throw CheckStop(.broken(error.message))
    }
    frontEnd.destroy()
  }
}
