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
      "starts-again", .should, "After its end another one starts, and shows the same", plugin,
      body: {
        subject throws(CheckStop) in
        var first: [Int32?] = []
        for round in 1...startRounds {
          let stage = try CheckStage(subject)
          do throws(CheckStop) {
            try stage.enter()
          } catch {
            guard round > 1 else { throw error }
            return .broken(
              "start \(round) fails in one process; set back in destroy what is static")
          }
          let post = CheckCalls.arguments(for: HostMethod.presentPost.signature) { _ in 1 }
          let answers = [
            stage.frontEnd.showHub(tab: "hub", badge: "1"),
            stage.frontEnd.call(.presentPost, post),
          ]
          stage.turn(milliseconds: 10)
          stage.leave()
          if round == 1 { first = answers }
          guard answers == first else {
            return .broken(
              "after start \(round) show_hub and present_post return other values than after the "
                + "first; set back in destroy what is static")
          }
        }
        return nil
      }),
    Check(
      "unstarted-ends", .must, "Created and not started, it is destroyed without a trace", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try CheckStage(subject)
        let before = ProcessState.now()
        try created(stage)
        stage.leave()
        return ProcessState.now().change(since: before, ignoring: ProcessState.screenSignals)
          .map { .broken("it \($0)") }
      }),
    Check(
      "older-host", .must, "It bears a host of version 1.0, which lacks what came later", plugin,
      body: { subject throws(CheckStop) in
        let stage = try stageOfHost(0, subject)
        do throws(CheckStop) {
          try play(stage)
        } catch {
          // Saying no is as good as working.
          return nil
        }
        stage.leave()
        return nil
      }),
    Check(
      "newer-host", .must, "It works with a host of a later version, which has more", plugin,
      body: { subject throws(CheckStop) in
        let stage = try stageOfHost(UInt32(HUB_ABI_MINOR) + 1, subject)
        try play(stage)
        stage.leave()
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

  /// How often a front end is started anew.
  static let startRounds = 3
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

  /// A stage whose host has another minor version, of which the plug-in was told.
  private static func stageOfHost(
    _ minor: UInt32, _ subject: CheckSubject
  ) throws(CheckStop) -> CheckStage {
    let entry = unsafe try entry(subject)
    guard unsafe entry(minor) != nil else {
      throw CheckStop(.skipped("it says itself that it does not go with the ABI 1.\(minor)"))
    }
    return try CheckStage(subject, minor: minor)
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
