import FetchKit
import Foundation
import TerminalKit
import Venues

/// Venues as text for the clipboard.
enum VenueText {
  /// One line per venue: name, address, city and phone number, separated by tabs.
  static func lines(_ venues: [Venue]) -> String {
    venues.map { venue in
      [venue.name, venue.location.address, venue.location.city, venue.phone]
        .compactMap(\.self).map { TextWidth.withoutUnsafe($0.replacing(/[\t\r\n]+/, with: " ")) }
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// One JSON object per line, with the keys of the commands' output.
  static func json(_ venues: [Venue]) -> String {
    venues.map { venue in
      let members = VenueField.all.map { field in
        "\(quoted(field.key)):\(text(field.value(of: venue)))"
      }
      return "{\(members.joined(separator: ","))}"
    }.joined(separator: "\n")
  }

  /// The first lines of a text that fit into a number of bytes, with their number.
  static func wholeLines(of text: String, bytes: Int) -> (text: Substring, count: Int) {
    var lines = text[...]
    if text.utf8.count > bytes {
      // The end of the last line may follow the limit.
      let end = text.utf8.prefix(bytes + 1).lastIndex(of: UInt8(ascii: "\n"))
      lines = text[..<(end ?? text.startIndex)]
    }
    return (lines, lines.isEmpty ? 0 : lines.count { $0 == "\n" } + 1)
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .null, .data, .object: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .double(let number): number.isFinite ? String(number) : "null"
    case .string(let text): quoted(text)
    case .date(let date):
      date.timeIntervalSince1970.magnitude < 1e11 ? quoted(date.formatted(.iso8601)) : "null"
    case .list(let values): "[\(values.map(text).joined(separator: ","))]"
    }
  }

  private static func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { TextWidth.escapedJSON(String(decoding: $0, as: UTF8.self)) } ?? "\"\""
  }
}

/// The escape sequence that sets the clipboard of the terminal's machine.
///
/// See OSC 52 of https://invisible-island.net/xterm/ctlseqs/ctlseqs.html; tmux and screen pass it on if it is
/// wrapped.
enum ClipboardSequence {
  /// The maximum number of bytes that all terminals accept.
  static let limit = 74_994

  /// The sequence for a text, truncated to the limit.
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
