import CTerminal

/// Asks a terminal whether it knows UTF-8, for where the locale does not say so.
///
/// An accented letter is two bytes: a terminal that takes bytes for characters moves its cursor by
/// two columns.
struct EncodingQuestion {
  let descriptors: TerminalDescriptors
  let queue: EventQueue

  /// How long a slow line may take to answer, in milliseconds.
  private static let answerTime: Int64 = 300
  /// In the second row: a report of the first looks like a key.
  private static let text = "\u{1B}[2;1Hé\u{1B}[6n\u{1B}[2;1H\u{1B}[K"

  /// False when the terminal says no; keys that are typed meanwhile are posted.
  func knowsUTF8() -> Bool {
    guard cterminal_can_report_cursor() else { return true }
    let question = Array(Self.text.utf8)
    question.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { _ = cterminal_send($0.baseAddress, $0.count) }
    }
    return (answer() ?? 2) == 2
  }

  /// The column of the cursor, from 1 on; nil when the terminal does not answer in time.
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
