import CTerminal

/// A terminal in the hands of ncurses, from taking it over to giving it back.
@MainActor
struct NcursesSession {
  let descriptors: TerminalDescriptors
  let capabilities: Capabilities
  private let thread: InputThread

  /// Takes the terminal over; when that fails, everything is as before.
  init(options: DriverOptions, events: EventQueue) throws(DriverError) {
    let guess = TerminalGuess(environment: options.environment)
    descriptors = try TerminalDescriptors()
    let signals = cterminal_watch_signals()
    do throws(DriverError) {
      capabilities = try Self.start(on: descriptors, guess, options, events)
      thread = try InputThread(
        descriptors, signals: signals, escapeDelay: options.escapeDelay,
        isAsking: guess.isEmulator, queue: events)
    } catch {
      cterminal_end()
      cterminal_unwatch_signals()
      descriptors.close()
      throw error
    }
    Self.redirectErrors(to: options.logPath)
    if guess.isEmulator { send(Self.question) }
  }

  /// Gives the terminal back, with no reply left for the shell to read.
  func close() {
    send(Self.modesOff)
    thread.stop()
    cterminal_discard_input()
    cterminal_end()
    cterminal_restore_errors()
    cterminal_unwatch_signals()
    descriptors.close()
  }

  /// Switches reports on: focus and paste, and the mouse when it is wanted.
  func switchReportsOn(withMouse: Bool) {
    guard capabilities.hasMouse else { return }
    send((withMouse ? Self.mouseOn : Self.mouseOff) + "\u{1B}[?1004h\u{1B}[?2004h")
  }

  /// Sends text as it is.
  func send(_ text: String) {
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { _ = cterminal_send($0.baseAddress, $0.count) }
    }
  }

  /// The background, and then what the terminal is: all answer the second, and after the first.
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
        EncodingQuestion(descriptors: descriptors, queue: events).knowsUTF8()
      default: true
      }
    return Capabilities(
      colors: ColorDepth(colors: Int(cterminal_colors(options.allowsColor))),
      isUnicode: isUnicode, isSynchronized: guess.isEmulator,
      hasLinks: options.sendsLinks ?? guess.hasLinks, hasMouse: guess.isEmulator,
      joinsEscape: guess.joinsEscape, type: type)
  }

  /// Starts ncurses with the first type that the system knows, and returns that type.
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

  private static func redirectErrors(to path: String?) {
    if let path { cterminal_redirect_errors(path) } else { cterminal_redirect_errors(nil) }
  }
}
