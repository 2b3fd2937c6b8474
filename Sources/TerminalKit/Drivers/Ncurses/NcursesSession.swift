import CTerminal
import Glibc

/// A session of ncurses on a terminal.
@MainActor
struct NcursesSession {
  let descriptors: TerminalDescriptors
  let capabilities: Capabilities
  private let signals: Int32
  /// nil while another program has the terminal.
  private var thread: InputThread?

  /// Starts ncurses; on failure everything is restored.
  init(options: DriverOptions, events: EventQueue) throws(DriverError) {
    let guess = TerminalGuess(environment: options.environment)
    descriptors = try TerminalDescriptors()
    signals = cterminal_watch_signals()
    do throws(DriverError) {
      capabilities = try Self.start(on: descriptors, guess, options, events)
      thread = try InputThread(
        descriptors, signals: signals, isAsking: guess.isEmulator, queue: events)
    } catch {
      cterminal_end()
      cterminal_unwatch_signals()
      descriptors.close()
      throw error
    }
    cterminal_redirect_errors(options.logPath)
    if guess.isEmulator { send(Self.question) }
  }

  /// Restores the terminal and discards outstanding replies.
  func close() {
    send(Self.modesOff)
    thread?.stop()
    cterminal_discard_input()
    cterminal_end()
    cterminal_restore_errors()
    cterminal_unwatch_signals()
    descriptors.close()
  }

  /// Stops reading, so that another program gets the input.
  mutating func pauseInput() {
    thread?.stop()
    thread = nil
  }

  /// Reads the terminal again; posts a hangup if that fails.
  mutating func resumeInput(for events: EventQueue) {
    thread = try? InputThread(descriptors, signals: signals, isAsking: false, queue: events)
    if thread == nil { events.post(.hangup) }
  }

  /// Runs a program in the terminal and returns its exit code; nil if it cannot be started.
  func run(_ command: [String]) -> Int32? {
    let words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let code = cterminal_run(descriptors.input, descriptors.output, words)
    return code < 0 ? nil : code
  }

  /// Enables reports of focus and paste, and optionally of the mouse.
  func enableReports(withMouse: Bool) {
    guard capabilities.hasMouse else { return }
    send((withMouse ? Self.mouseOn : Self.mouseOff) + "\u{1B}[?1004h\u{1B}[?2004h")
  }

  /// Sends text unchanged.
  func send(_ text: String) { Self.send(Array(text.utf8)) }

  static func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { _ = cterminal_send($0.baseAddress, $0.count) }
    }
  }

  /// Queries the background color and then the terminal's identity, which all terminals answer, and last.
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
  private static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
  private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"
  private static let modesOff = mouseOff + "\u{1B}[?1004l\u{1B}[?2004l"

  private static func start(
    on descriptors: TerminalDescriptors, _ guess: TerminalGuess, _ options: DriverOptions,
    _ events: EventQueue
  ) throws(DriverError) -> Capabilities {
    let locale = Int(cterminal_use_utf8_locale())
    let type = try start(guess.types, on: descriptors)
    let isUnicode =
      switch locale {
      case _ where options.isASCIIOnly: false
      case CTERMINAL_LOCALE_NONE: false
      case CTERMINAL_LOCALE_OTHER:
        EncodingQuery(descriptors: descriptors, queue: events).knowsUTF8()
      default: true
      }
    return Capabilities(
      colors: ColorDepth(colors: Int(cterminal_colors(options.allowsColor))),
      isUnicode: isUnicode, isSynchronized: guess.isEmulator,
      hasLinks: guess.hasLinks, hasMouse: guess.isEmulator,
      multiplexer: guess.multiplexer, type: type)
  }

  /// Starts ncurses with the first known type, which is returned.
  private static func start(
    _ types: [String], on descriptors: TerminalDescriptors
  ) throws(DriverError) -> String {
    var code = CTERMINAL_UNKNOWN_TYPE
    for type in types where code == CTERMINAL_UNKNOWN_TYPE {
      code = Int(cterminal_start(type, descriptors.input, descriptors.output))
      if code == CTERMINAL_STARTED { return type }
    }
    switch code {
    case CTERMINAL_CANNOT_POSITION: throw .cannotPosition(types[0])
    case CTERMINAL_UNKNOWN_TYPE: throw .unknownType(types[0])
    default: throw .system("cannot change the modes of the terminal")
    }
  }
}

/// The descriptors of the terminal: standard input and output, or else the controlling terminal.
struct TerminalDescriptors: Sendable {
  let input: Int32
  let output: Int32

  init() throws(DriverError) {
    input = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : cterminal_open_tty(false)
    output = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : cterminal_open_tty(true)
    guard input >= 0 && output >= 0 else {
      close()
      throw .noTerminal
    }
  }

  /// The size in cells; nil if unknown.
  var size: Size? { Size(ofTerminal: output) }

  /// Closes the descriptors that were opened here.
  func close() {
    for descriptor in [input, output] where descriptor > STDERR_FILENO {
      cterminal_close(descriptor)
    }
  }
}

extension Size {
  /// The size of a terminal in cells; nil if unknown.
  package init?(ofTerminal descriptor: Int32) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cterminal_size(descriptor, &columns, &rows) else { return nil }
    self.init(columns: Int(columns), rows: Int(rows))
  }
}

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
  @MainActor func knowsUTF8() -> Bool {
    guard cterminal_can_report_cursor() else { return true }
    NcursesSession.send(Array(Self.text.utf8))
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
