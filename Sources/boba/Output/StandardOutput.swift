import Foundation
import Terminal

/// Where data goes unless a file is named.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The buffer before standard output, which only the main thread writes to.
  nonisolated(unsafe) static let file = DataOutput(
    descriptor: STDOUT_FILENO, name: "the output")

  /// Writes a line.
  static func print(_ line: String) { file.print(line) }

  /// Writes a line for people, without what a terminal would obey.
  static func printText(_ line: String) { print(TextWidth.sanitized(line)) }

  static func flush() { file.flush() }
}

/// Where everything but data goes.
enum StandardError {
  /// Writes lines without what a terminal would obey.
  static func print(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { TextWidth.sanitized(String($0)) + "\n" }.joined())
  }

  /// Writes text as it is; when that fails, nobody is left to be told.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
