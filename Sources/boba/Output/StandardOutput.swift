import FetchKit
import Foundation
import TerminalKit

/// Standard output, the default destination of data.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The buffer before standard output, which only the main thread writes to while it runs.
  nonisolated(unsafe) static let file = DataOutput(
    descriptor: STDOUT_FILENO, name: "the output")

  /// Opens the standard streams that are closed, so that no other file becomes one of them; using them still fails.
  static func reserveDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free descriptor is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a line.
  static func print(_ line: String) { file.print(line) }

  /// Writes a line with control characters escaped.
  static func printText(_ line: String) { print(PrintableText.line(line)) }

  static func flush() { file.flush() }
}

/// Standard error, for everything but data.
enum StandardError {
  /// Writes lines with control characters escaped, such as a newline in a file name.
  static func print(_ lines: String...) { print(lines: lines) }

  static func print(lines: [String]) {
    write(lines.map { PrintableText.line($0) + "\n" }.joined())
  }

  /// Writes a question without a line break.
  static func ask(_ question: String) { write(PrintableText.line(question)) }

  /// Whether it is a terminal whose lines can be replaced.
  static var canReplaceLine: Bool {
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Replaces the line of a terminal that the cursor is in; a line that wraps could not be replaced again.
  static func replaceLine(with text: String) {
    let line = PrintableText.line(text)
    let columns = Size(ofTerminal: STDERR_FILENO).map { $0.columns - 1 }
    write("\r\u{1B}[K" + (columns.map { TextWidth.truncated(line, to: $0) } ?? line))
  }

  /// Writes text unchanged, ignoring errors.
  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// A buffered output file.
final class DataOutput {
  private let descriptor: Int32
  /// The name of the file in errors.
  private let name: String
  /// Whether a file that cannot be written to ends the program.
  private let endsProgram: Bool
  /// The write error; nil for none.
  private(set) var failure: ErrorMessage?
  var hasFailed: Bool { failure != nil }
  /// Whether a terminal shows what is written, which must not get control characters of venues.
  let isTerminal: Bool
  private var isClosed = false
  private var bytes: [UInt8] = []

  /// Small, so that a closed pipe is noticed early.
  private static let size = 1 << 14

  init(descriptor: Int32, name: String, endsProgram: Bool = true) {
    self.descriptor = descriptor
    self.endsProgram = endsProgram
    self.name = name
    isTerminal = isatty(descriptor) == 1
    bytes.reserveCapacity(Self.size + 4096)
  }

  /// Adds bytes to the buffer.
  func write(_ body: (inout [UInt8]) -> Void) {
    body(&bytes)
    if bytes.count >= Self.size { flush() }
  }

  /// Adds a text.
  func write(_ text: String) { write { $0.append(contentsOf: text.utf8) } }

  /// Adds a line.
  func print(_ line: String) {
    write {
      $0.append(contentsOf: line.utf8)
      $0.append(UInt8(ascii: "\n"))
    }
  }

  /// Flushes the buffer.
  func flush() {
    let isWritten = bytes.withUnsafeBytes(writeAll)
    bytes.removeAll(keepingCapacity: true)
    if !isWritten { fail() }
  }

  /// Closes the descriptor; later calls have no effect.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    _ = Foundation.close(descriptor)
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// A closed pipe is not an error.
  private func fail() {
    let code = errno
    let reason = SystemError.message(code)
    failure = failure ?? reason
    guard endsProgram else { return }
    if code != EPIPE { StandardError.print("error: cannot write \(name): \(reason)") }
    Failure.leave(code == EPIPE ? 0 : Failure.Code.cannotWrite.rawValue)
  }
}
