import Foundation

/// The escape sequence that puts text on the clipboard of the machine the terminal runs on.
///
/// See OSC 52 of https://invisible-island.net/xterm/ctlseqs/ctlseqs.html; tmux and screen pass it on
/// when it is wrapped.
enum ClipboardSequence {
  /// The most bytes of text that terminals take for certain.
  static let limit = 74_994

  /// The sequence for a text, cut to what terminals take.
  static func text(_ text: String, in terminalType: String) -> String {
    let code = Data(text.utf8.prefix(limit)).base64EncodedString()
    let sequence = "\u{1B}]52;c;\(code)\u{7}"
    if terminalType.hasPrefix("tmux") {
      return "\u{1B}Ptmux;\(sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
    }
    if terminalType.hasPrefix("screen") { return "\u{1B}P\(sequence)\u{1B}\\" }
    return sequence
  }
}
