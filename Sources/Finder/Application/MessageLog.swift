import TerminalKit
import VenueImport

/// A message.
struct Message: Hashable {
  var text: String
  var isProblem = false
  /// A path in the text; nil for none.
  var path: String?
  /// The report of an import; nil for other messages.
  var report: ImportReport?

  /// The text with its path shortened to fit.
  func text(columns: Int, ellipsis: String) -> String {
    let surplus = TextWidth.displayWidth(of: text) - columns
    guard surplus > 0, let path else { return text }
    let room = TextWidth.displayWidth(of: path) - surplus
    return text.replacing(path, with: FileName.shortened(path, to: room, ellipsis: ellipsis))
  }
}
