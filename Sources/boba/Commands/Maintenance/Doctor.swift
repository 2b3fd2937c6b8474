import ArgumentParser
import FetchKit
import Foundation

/// `boba doctor`: checks and repairs.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    "doctor", "Check the store, config and terminal.", example: "boba doctor --repair")

  @Flag(name: .long, help: "Rebuild derived data; salvage the rows of a damaged store.")
  var repair = false

  @Flag(name: .long, help: "Remove triggers not created by boba.") var dropTriggers = false

  @Flag(name: .long, help: "Accept the triggers of a store that belongs to another user.")
  var trustTriggers = false

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    guard !dropTriggers || !trustTriggers else {
      throw ValidationError("--drop-triggers cannot be used with --trust-triggers")
    }
  }

  func run() throws {
    let stop = StopSignal()
    let checkup = StoreCheckup(
      options: storeOptions, repairs: repair, dropsTriggers: dropTriggers,
      trustsTriggers: trustTriggers, isCancelled: { stop.isReceived })
    let findings =
      try stop.running { try checkup.findings() } + [
        ConfigurationCheckup(options: storeOptions).finding
      ] + TerminalCheckup().findings
    let width = findings.map(\.subject.count).max() ?? 0
    for finding in findings {
      let subject = finding.subject.padding(toLength: width, withPad: " ", startingAt: 0)
      StandardOutput.printText("\(subject)  \(finding.isOK ? "ok " : "bad")  \(finding.text)")
    }
    if let code = findings.compactMap(\.failure).first { throw ExitCode(code.rawValue) }
  }
}

/// A result of `boba doctor`.
struct Finding: Equatable {
  let subject: String
  let text: String
  /// The exit code of a problem, or nil if there is none.
  var failure: Failure.Code?

  var isOK: Bool { failure == nil }
}
