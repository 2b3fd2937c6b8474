import Foundation
import TerminalKit

/// The clipboard of the user's machine.
struct Clipboard {
  /// How a text was copied.
  enum Route: Hashable {
    /// By a program, such as `wl-copy`.
    case program(String)
    /// With an escape sequence, to the terminal or to tmux or screen; `isCut` if that takes only its beginning.
    case terminal(Multiplexer?, isCut: Bool)
  }

  /// Sends an escape sequence to the terminal.
  let send: (String) -> Void
  let multiplexer: Multiplexer?
  /// Copies with a program of this machine and returns its name; nil if there is none, as over ssh.
  let program: @Sendable (String) async -> String?

  /// Copies a text with a program and through the terminal, which may be on another machine.
  func copy(_ text: String) async -> Route {
    send(ClipboardSequence.text(text, in: multiplexer))
    if let name = await program(text) { return .program(name) }
    return .terminal(multiplexer, isCut: text.utf8.count > ClipboardSequence.limit)
  }
}

/// The escape sequence that sets the clipboard of the terminal's machine.
///
/// See OSC 52 of https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. screen passes it on if it is wrapped; tmux takes
/// it bare with `set-clipboard on`, and passes it on wrapped with `allow-passthrough on`.
enum ClipboardSequence {
  /// The maximum number of bytes that all terminals accept.
  static let limit = 74_994

  /// The sequence for a text, truncated to the limit.
  static func text(_ text: String, in multiplexer: Multiplexer?) -> String {
    let end = text.utf8.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex)
    let code = Data(text[..<(end ?? text.endIndex)].utf8).base64EncodedString()
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
