/// Turns the bytes of a terminal into events, however they are split.
///
/// Keys come as ECMA-48 sequences (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>), in
/// the variants of xterm, rxvt, the Linux console and kitty. Replies to queries are never keys.
public struct InputDecoder: Sendable {
  /// The maximum number of UTF-8 bytes of a paste; the rest is dropped.
  public static let pasteLimit = 1 << 20
  /// The maximum number of bytes of a sequence; a longer one is dropped.
  static let sequenceLimit = 4096

  /// How long to wait for the next byte before calling `flush()`.
  public enum Timeout: Hashable, Sendable {
    /// After an Esc, which may be the key itself: the time a terminal needs to send the rest (25 ms).
    case short
    /// In a sequence or paste: the latency of a slow line (1 s).
    case long
  }

  enum State: Sendable {
    case ground
    case utf8
    case escape
    case doubleEscape
    case csi
    case ss3
    case legacyMouse
    case linuxFunction
    /// OSC, DCS, APC, PM or SOS: everything up to BEL or ST.
    case string
    case stringEscape
    case paste
  }

  var state = State.ground
  /// The bytes of the sequence after its introducer, of the character, or of the paste.
  var pending: [UInt8] = []
  /// Whether an Esc came before the key or its sequence, which means Alt.
  var hasAlt = false
  /// The byte after Esc that began a string.
  var introducer: UInt8 = 0
  var events: [TerminalEvent] = []
  /// Whether the terminal has identified itself, which it does after all other replies.
  var hasIdentified = false
  /// The 1-based column of the last cursor position report; nil before the first.
  var cursorColumn: Int?

  /// Creates a decoder in the ground state.
  public init() {}

  /// Whether the next byte may continue a sequence.
  public var isWaiting: Bool { timeout != nil }

  /// How long to wait for the next byte; nil in the ground state.
  public var timeout: Timeout? {
    switch state {
    case .ground: nil
    case .escape, .doubleEscape, .utf8: .short
    case .csi, .ss3, .string: pending.isEmpty ? .short : .long
    case .legacyMouse, .linuxFunction, .stringEscape, .paste: .long
    }
  }

  /// Decodes bytes and returns the complete events.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    for byte in bytes { take(byte) }
    return takeEvents()
  }

  /// Ends an unfinished sequence after a timeout: a lone Esc is the key, other sequences are dropped.
  public mutating func flush() -> [TerminalEvent] {
    switch state {
    case .ground: break
    case .utf8: emit(.character("\u{FFFD}"))
    case .escape: emit(.escape)
    case .doubleEscape:
      emit(.escape)
      emit(.escape)
    case .csi: flushIntroducer("[")
    case .ss3: flushIntroducer("O")
    case .string: flushIntroducer(Character(Unicode.Scalar(introducer)))
    case .legacyMouse, .linuxFunction, .stringEscape: break
    case .paste: emitPaste()
    }
    reset()
    return takeEvents()
  }

  private mutating func takeEvents() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  /// Emits Alt with a key that could also start a sequence.
  private mutating func flushIntroducer(_ character: Character) {
    if pending.isEmpty { emit(.character(character), .alt) }
  }

  mutating func reset() {
    state = .ground
    pending.removeAll(keepingCapacity: true)
    hasAlt = false
  }

  mutating func emit(_ key: Key, _ modifiers: Modifiers = []) {
    let all = hasAlt ? modifiers.union(.alt) : modifiers
    events.append(.key(KeyPress.normalized(key, all)))
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte)
    case .utf8: takeUTF8(byte)
    case .escape: takeEscape(byte)
    case .doubleEscape: takeDoubleEscape(byte)
    case .csi: takeCSI(byte)
    case .ss3: takeSS3(byte)
    case .legacyMouse: takeLegacyMouse(byte)
    case .linuxFunction: takeLinuxFunction(byte)
    case .string: takeString(byte)
    case .stringEscape: takeStringEscape(byte)
    case .paste: takePaste(byte)
    }
  }
}
