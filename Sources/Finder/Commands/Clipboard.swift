import Foundation
import TerminalKit

/// The clipboard of the user's machine.
struct Clipboard {
  /// How a text was copied.
  enum Route: Hashable {
    /// By a program, such as `wl-copy`.
    case program(String)
    /// With an escape sequence, to the terminal or to tmux or screen; the number of whole lines if not all fit.
    case terminal(Multiplexer?, lines: Int?)
  }

  /// Sends an escape sequence to the terminal.
  let send: (String) -> Void
  let multiplexer: Multiplexer?
  /// Copies with a program of this machine and returns its name; nil if there is none, as over ssh.
  let program: @Sendable (String) async -> String?

  /// Copies a text with a program and through the terminal, which may be on another machine.
  func copy(_ text: String) async -> Route {
    let beginning = ClipboardSequence.beginning(of: text)
    send(ClipboardSequence.text(beginning, in: multiplexer))
    if let name = await program(text) { return .program(name) }
    let isWhole = beginning.endIndex == text.endIndex
    return .terminal(multiplexer, lines: isWhole ? nil : beginning.count(where: \.isNewline) + 1)
  }
}

/// The escape sequence that sets the clipboard of the terminal's machine.
///
/// See OSC 52 of https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. screen passes it on if it is wrapped; tmux takes
/// it bare with `set-clipboard on`, and passes it on wrapped with `allow-passthrough on`.
enum ClipboardSequence {
  /// The maximum number of bytes that all terminals accept.
  static let limit = 74_994

  /// The whole lines of a text that fit, or as much as fits of a first line that does not.
  static func beginning(of text: String, limit: Int = limit) -> Substring {
    guard text.utf8.count > limit else { return text[...] }
    // The end of the last line may follow the limit.
    if let end = text.utf8.prefix(limit + 1).lastIndex(of: UInt8(ascii: "\n")) {
      return text[..<end]
    }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end.samePosition(in: text) == nil { text.utf8.formIndex(before: &end) }
    return text[..<end]
  }

  /// The sequence for a text that fits.
  static func text(_ text: Substring, in multiplexer: Multiplexer?) -> String {
    let code = Data(text.utf8).base64EncodedString()
    let sequence = "\u{1B}]52;c;\(code)\u{7}"
    switch multiplexer {
    case nil: return sequence
    case .tmux:
      return sequence
        + "\u{1B}Ptmux;\(sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
    case .screen: return "\u{1B}P\(sequence)\u{1B}\\"
    }
  }
}
