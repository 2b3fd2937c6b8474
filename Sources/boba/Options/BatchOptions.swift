import ArgumentParser
import FetchKit
import Foundation
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
  func confirm(
    _ verb: String, _ predicate: FetchPredicate, _ entity: EntityDescription, _ store: Store
  ) throws {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    let count = try store.count(request)
    guard count > 1, !yes else { return }
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw Failure.usage("this would \(verb) \(count) venues: add --yes")
    }
    FileHandle.standardError.write(Data("\(verb) \(count) venues? [y/N] ".utf8))
    let answer = readLine()?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else { throw Failure(.failed, "nothing was changed") }
  }
}
