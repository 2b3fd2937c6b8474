import FetchKit
import Venues

/// The result of a filter screen.
struct FilterSelection: Hashable {
  var choices: FilterChoices
  var sorts: [SortChoice]

  var predicate: FetchPredicate { choices.predicate }

  /// The best matches of a fuzzy search come first.
  var sortDescriptors: [FetchSortDescriptor] {
    (choices.similar == nil ? [] : [SimilarWords.descriptor]) + sorts.descriptors
  }
}

/// The delegate of a filter screen.
protocol FilterScreenDelegate: AnyObject {
  /// The choices changed while the screen stays open.
  func filterScreen(_ screen: FilterScreen, didPreview selection: FilterSelection)

  /// The user confirmed the choices; the screen has closed.
  func filterScreen(_ screen: FilterScreen, didSelect selection: FilterSelection)

  /// The user dismissed the choices; the screen has closed.
  func filterScreenDidCancel(_ screen: FilterScreen)
}
