import ArgumentParser
import FetchKit
import Foundation
import Venues

/// The options that confirm a change of many venues.
struct BatchOptions: ParsableArguments {
  @Flag(name: .long, help: "Apply to all venues when no filter is given.") var all = false
  @Flag(name: .long, help: "Do not ask for confirmation.") var yes = false

  /// The venues to change, in a store that may be changed, after the confirmation.
  func query(
    _ filter: FilterOptions, _ options: StoreOptions, to verb: String
  ) throws -> VenueQuery {
    guard all || !filter.isEmpty else {
      throw Failure.usage("specify a filter, or --all for every venue")
    }
    let query = try filter.query(options, seesClosed: true)
    try TriggerTrust().check(query.store)
    try confirm(verb, query)
    return query
  }

  /// Asks for confirmation before more than one venue is changed; without a terminal, requires `--yes`.
  private func confirm(_ verb: String, _ query: VenueQuery) throws {
    let count = try query.store.count(query.request())
    guard count > 1, !yes else { return }
    var listed = query
    listed.choices.includesClosed = false
    let closed = try listed.hiddenCount()
    let venues = "\(count) venues" + (closed > 0 ? ", \(closed) of them closed" : "")
    guard canAsk else { throw Failure.usage("this would \(verb) \(venues); confirm with --yes") }
    try ask("\(verb) \(venues)?")
  }

  /// Performs an undoable change; asks for confirmation if it is too large to undo.
  func perform(_ change: (_ allowsPermanent: Bool) throws -> BatchResult) throws -> BatchResult {
    do {
      return try change(false)
    } catch let error as StoreError where error.code == .tooLargeToUndo {
      guard yes || canAsk else { throw error }
      let message = ErrorText.sentence(error)
      if yes {
        StandardError.print("warning: \(message)")
      } else {
        try ask("\(message); continue?")
      }
      return try change(true)
    }
  }

  private var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private func ask(_ question: String) throws {
    StandardError.ask("\(question) [y/N] ")
    let answer = readLine()?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else {
      throw Failure(.failed, "canceled, nothing changed")
    }
  }
}

extension BatchResult {
  /// Prints the result of a batch change, such as "1 venue deleted", or as JSON.
  func print(_ verb: String, _ format: TextFormat) {
    switch format {
    case .text: StandardOutput.print("\(Words.venues(changed)) \(verb)")
    case .json: StandardOutput.print("{\"matched\":\(matched),\"changed\":\(changed)}")
    }
  }
}

/// Texts of several commands.
enum Words {
  static func venues(_ count: Int) -> String { count == 1 ? "1 venue" : "\(count) venues" }
}
