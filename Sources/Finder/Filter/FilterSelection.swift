import FetchKit
import Venues

/// The delegate of a filter screen.
protocol FilterScreenDelegate: AnyObject {
  /// The choices changed while the screen stays open.
  func filterScreen(_ screen: FilterScreen, didPreview selection: FilterSelection)
  /// The user confirmed the choices; the screen has closed.
  func filterScreen(_ screen: FilterScreen, didSelect selection: FilterSelection)
  /// The user dismissed the choices; the screen has closed.
  func filterScreenDidCancel(_ screen: FilterScreen)
}

/// The result of a filter screen.
struct FilterSelection: Hashable {
  var choices: FilterChoices
  var sorts: [SortChoice]
  /// The filter whose variables were filled last; nil for none.
  var filled: FilledFilter?

  var predicate: FetchPredicate { choices.predicate }

  /// The best matches of a fuzzy search come first.
  var sortDescriptors: [FetchSortDescriptor] {
    (choices.similar == nil ? [] : [SimilarWords.descriptor]) + sorts.descriptors
  }
}

/// Choices with variables, and the same with their values.
struct FilledFilter: Hashable {
  let template: FilterChoices
  let filled: FilterChoices

  /// The choices to save in place of those in effect: with variables, unless one of their values has changed.
  func saved(_ choices: FilterChoices) -> FilterChoices {
    let groups = FilterChoices.groups.filter { $0 != .closed }
    let variable = groups.filter { template.predicate(of: $0) != filled.predicate(of: $0) }
    let isFilled = variable.allSatisfy { choices.predicate(of: $0) == filled.predicate(of: $0) }
    guard !variable.isEmpty, isFilled, choices.open == nil else { return choices }
    let parts = groups.compactMap { group in
      (variable.contains(group) ? template : choices).predicate(of: group)
    }
    return FilterChoices(recognizing: .all(parts))
  }
}
