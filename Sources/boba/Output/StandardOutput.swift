import Foundation
import TerminalKit

/// Where data goes unless a file is named.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The buffer before standard output, which only the main thread writes to.
  nonisolated(unsafe) static let file = DataOutput(
    descriptor: STDOUT_FILENO, name: "the output")

  /// Writes a line.
  static func print(_ line: String) { file.print(line) }

  /// Writes a line for people; what a terminal would obey is spelled out.
  static func printText(_ line: String) { print(PrintableText.line(line)) }

  static func flush() { file.flush() }
}

/// Where everything but data goes.
enum StandardError {
  /// Writes lines; what a terminal would obey is spelled out, such as the newline of a file's name.
  static func print(_ lines: String...) { print(lines: lines) }

  static func print(lines: [String]) {
    write(lines.map { PrintableText.line($0) + "\n" }.joined())
  }

  /// Writes a question and stays behind it.
  static func ask(_ question: String) { write(PrintableText.line(question)) }

  /// Replaces the line of a terminal that the cursor is in.
  static func replaceLine(with text: String) { write("\r\u{1B}[K\(PrintableText.line(text))") }

  /// Writes text as it is; when that fails, nobody is left to be told.
  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
