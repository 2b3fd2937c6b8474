import CTerminal

/// A query whether the terminal decodes UTF-8, for locales that do not tell.
///
/// An accented letter has two bytes: a terminal that does not decode UTF-8 moves its cursor by two columns.
struct EncodingQuery {
  let descriptors: TerminalDescriptors
  let queue: EventQueue

  /// The timeout for a reply on a slow line, in milliseconds.
  private static let answerTime: Int64 = 300
  /// In the second row, because a report of the first looks like a key.
  private static let text = "\u{1B}[2;1Hé\u{1B}[6n\u{1B}[2;1H\u{1B}[K"

  /// Whether the terminal decodes UTF-8; keys that are typed meanwhile are posted.
  func knowsUTF8() -> Bool {
    guard cterminal_can_report_cursor() else { return true }
    let question = Array(Self.text.utf8)
    question.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { _ = cterminal_send($0.baseAddress, $0.count) }
    }
    return (answer() ?? 2) == 2
  }

  /// The 1-based column of the cursor; nil if the terminal does not reply in time.
  private func answer() -> Int? {
    var decoder = InputDecoder()
    let deadline = cterminal_milliseconds() + Self.answerTime
    while decoder.cursorColumn == nil, case let left = deadline - cterminal_milliseconds(), left > 0
    {
      guard cterminal_poll([descriptors.input, -1, -1], Int32(clamping: left)) != 0,
        let bytes = InputReader.read(descriptors.input)
      else { break }
      queue.post(decoder.feed(bytes))
    }
    queue.post(decoder.flush())
    return decoder.cursorColumn
  }
}
