import ArgumentParser
import FetchKit
import Foundation
import TerminalKit
import Venues

/// What keeps a batch change from happening by mistake.
struct BatchOptions: ParsableArguments {
  @Flag(name: .long, help: "All venues, when there is no filter.") var all = false
  @Flag(name: .long, help: "Do not ask before more than one venue is changed.") var yes = false

  func checkFilter(isEmpty: Bool) throws {
    guard !isEmpty || all else {
      throw Failure.usage("this needs a filter, or --all for every venue")
    }
  }

  /// Asks on a terminal when more than one venue is meant; elsewhere `--yes` has to be there.
  func confirm(_ verb: String, _ query: VenueQuery) throws {
    let count = try query.store.count(query.request())
    guard count > 1, !yes else { return }
    guard canAsk else {
      throw Failure.usage("this would \(verb) \(count) venues: add --yes")
    }
    try ask("\(verb) \(count) venues?")
  }

  /// Makes a change that can be undone; when it is too large for that, asks before it is made for good.
  func perform(_ change: (_ isForever: Bool) throws -> BatchResult) throws -> BatchResult {
    do {
      return try change(false)
    } catch let error as StoreError where error.code == .tooLargeToUndo {
      guard yes || canAsk else { throw error }
      if yes { StandardError.print("warning: \(error.message)") }
      if !yes { try ask("\(error.message): go on?") }
      return try change(true)
    }
  }

  private var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private func ask(_ question: String) throws {
    StandardError.ask("\(question) [y/N] ")
    let answer = readLine()?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else { throw Failure(.failed, "nothing was changed") }
  }
}
