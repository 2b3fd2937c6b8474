import FetchKit
import TerminalKit

/// What is wrong with a predicate: in one line, then the predicate with a caret under the place.
enum CaretText {
  static func lines(_ error: FetchPredicateError) -> [String] {
    guard let format = error.format, let before = error.textBefore else { return [error.message] }
    let indent = String(repeating: " ", count: TextWidth.displayWidth(of: line(before)))
    return [error.message, "  \(line(format))", "  \(indent)^"]
  }

  /// As it stands in one line of a terminal.
  private static func line(_ text: String) -> String {
    TextWidth.sanitized(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }
}
