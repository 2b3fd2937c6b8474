import FetchKit

/// A section of the list.
struct ListSection: Hashable {
  /// The row it begins with.
  let start: Int
  let count: Int
  /// The name that the results controller gives it.
  let name: String
}

extension [ListSection] {
  /// The sections of a results controller, one behind the other.
  init(_ sections: [FetchedResultsSection]) {
    var start = 0
    self = sections.map { section in
      defer { start += section.numberOfObjects }
      return ListSection(start: start, count: section.numberOfObjects, name: section.name)
    }
  }
}
