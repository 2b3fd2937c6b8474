/// The words for changes of what the list shows.
protocol ViewStrings {
  /// A part of what is shown, in a sentence.
  func name(of part: ViewPart) -> String
  /// Says that no change of what is shown can be taken back.
  var noViewToUndo: String { get }
  var noViewToRedo: String { get }
  /// Says that nothing can be taken back, but what is shown by a key.
  func nothingToUndo(butView step: String, key: String) -> String
}

extension English {
  func name(of part: ViewPart) -> String {
    switch part {
    case .place: "place"
    case .search: "search"
    case .filter: "filter"
    case .order: "order"
    case .sections: "sections"
    case .columns: "columns"
    case .selection: "marks"
    }
  }

  var noViewToUndo: String { "the list is as it was at the start" }
  var noViewToRedo: String { nothingToRedo }

  func nothingToUndo(butView step: String, key: String) -> String {
    "\(nothingToUndo); \(key) takes back: \(step)"
  }
}
