import TerminalKit
import VenueImport

/// Something that the finder said.
struct Message: Hashable {
  var text: String
  var isProblem = false
  /// A path that the text names; nil for none.
  var path: String?
  /// All of what an import did; nil when it is about something else.
  var report: ImportReport?

  /// The text, whose path loses its middle where it does not fit.
  func text(columns: Int, ellipsis: String) -> String {
    let surplus = TextWidth.displayWidth(of: text) - columns
    guard surplus > 0, let path else { return text }
    let room = TextWidth.displayWidth(of: path) - surplus
    return text.replacing(path, with: FileName.shortened(path, to: room, ellipsis: ellipsis))
  }
}
