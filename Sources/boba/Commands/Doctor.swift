import ArgumentParser
import FetchKit
import Foundation

/// `boba doctor`: looks whether all is well.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks the store, the config and the terminal.",
    discussion: "Example: boba doctor --repair")

  @Flag(name: .long, help: "Make anew what follows from the data: indexes, search texts, views.")
  var repair = false

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let findings =
      StoreCheckup(options: storeOptions, repairs: repair).findings
      + [ConfigurationCheckup(options: storeOptions).finding] + TerminalCheckup().findings
    let width = findings.map(\.subject.count).max() ?? 0
    for finding in findings {
      let subject = finding.subject.padding(toLength: width, withPad: " ", startingAt: 0)
      StandardOutput.print("\(subject)  \(finding.isWell ? "ok " : "bad")  \(finding.text)")
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
