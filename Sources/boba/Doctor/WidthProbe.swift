import Foundation

/// Asks the terminal how many columns texts take on it.
struct WidthProbe {
  static let samples = ["é", "茶", "ก็", "🧋", "👩‍🍳", "–"]

  private let input = STDIN_FILENO
  private let output = STDERR_FILENO

  /// nil when there is no terminal to ask.
  init?() {
    guard isatty(input) == 1, isatty(output) == 1 else { return nil }
  }

  /// Writes a text at the beginning of a line and takes it away again; nil when the terminal does not answer.
  func width(of text: String) -> Int? {
    var saved = termios()
    guard tcgetattr(input, &saved) == 0 else { return nil }
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(input, TCSANOW, &raw)
    defer { tcsetattr(input, TCSANOW, &saved) }
    send("\r" + text + "\u{1B}[6n")
    defer { send("\r\u{1B}[K") }
    return column(of: answer()).map { $0 - 1 }
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
  }

  /// `ESC [ row ; column R`, waited for no longer than half a second.
  private func answer() -> String {
    var text = ""
    var events = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    while !text.hasSuffix("R"), text.utf8.count < 32, poll(&events, 1, 500) > 0 {
      var byte: UInt8 = 0
      guard read(input, &byte, 1) == 1 else { break }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }

  private func column(of answer: String) -> Int? {
    guard let separator = answer.lastIndex(of: ";") else { return nil }
    return Int(answer[answer.index(after: separator)...].dropLast())
  }
}
