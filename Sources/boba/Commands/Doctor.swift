import ArgumentParser
import FetchKit
import Foundation

/// `boba doctor`: looks whether all is well.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks the store, the config and the terminal.",
    discussion: "Example: boba doctor --repair")

  @Flag(name: .long, help: "Rebuild derived data; salvage the rows of a damaged store.")
  var repair = false

  @Flag(name: .long, help: "Remove triggers that boba did not make.") var dropTriggers = false

  @Flag(name: .long, help: "Accept the triggers of a store that belongs to another user.")
  var trustTriggers = false

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    guard !dropTriggers || !trustTriggers else {
      throw ValidationError("--drop-triggers and --trust-triggers exclude each other")
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
      StandardOutput.printText("\(subject)  \(finding.isWell ? "ok " : "bad")  \(finding.text)")
    }
    StandardOutput.flush()
    if let code = findings.compactMap(\.failure).first { throw ExitCode(code.rawValue) }
  }
}

/// What the doctor says of one thing.
struct Finding: Equatable {
  let subject: String
  let text: String
  /// How the program ends because of it; nil when all is well.
  var failure: Failure.Code?

  var isWell: Bool { failure == nil }
}
