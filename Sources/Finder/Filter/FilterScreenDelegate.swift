import FetchKit

/// Shows what is chosen on a filter screen.
protocol FilterScreenDelegate: AnyObject {
  /// The choices changed while the screen stays open.
  func filterScreen(
    _ screen: FilterScreen, didPreview predicate: FetchPredicate?,
    sortDescriptors: [FetchSortDescriptor])

  /// The user wants to see what was chosen; the screen has closed.
  func filterScreen(
    _ screen: FilterScreen, didSelect predicate: FetchPredicate?,
    sortDescriptors: [FetchSortDescriptor])

  /// The user wants all to be as it was before; the screen has closed.
  func filterScreenDidCancel(_ screen: FilterScreen)
}
