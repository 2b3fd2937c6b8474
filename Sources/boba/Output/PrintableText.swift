import FetchKit
import TerminalKit

/// Text from outside, such as a file name, made safe for a terminal line.
enum PrintableText {
  /// The text in one line: control characters and line breaks are escaped, other unsafe characters removed.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return TextWidth.sanitized(text) }
    let spelled = text.unicodeScalars.map { isControl($0) ? spelling($0) : String($0) }
    return TextWidth.sanitized(spelled.joined())
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func spelling(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}

/// The error of a predicate: one line, then the predicate with a caret.
enum CaretText {
  static func lines(_ error: FetchPredicateError) -> [String] {
    guard let format = error.format, let before = error.textBefore else { return [error.message] }
    let indent = String(repeating: " ", count: TextWidth.displayWidth(of: line(before)))
    return [error.message, "  \(line(format))", "  \(indent)^"]
  }

  /// The text for one line of a terminal.
  private static func line(_ text: String) -> String {
    TextWidth.sanitized(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }
}
