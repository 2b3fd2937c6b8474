import Foundation

/// Where data goes unless a file is named.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The buffer before standard output, which only the main thread writes to.
  nonisolated(unsafe) static let file = DataOutput(
    descriptor: STDOUT_FILENO, name: "the output")

  /// Writes a line.
  static func print(_ line: String) { file.print(line) }

  static func flush() { file.flush() }
}

/// Where everything but data goes.
enum StandardError {
  static func print(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
