import FetchKit
import Foundation
import TerminalKit
import Venues

/// Venues as text for the clipboard.
nonisolated enum VenueText {
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

  private static func text(_ value: FetchValue) -> String {
    switch value {
    case .null, .data, .object: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .double(let number): number.isFinite ? String(number) : "null"
    case .string(let text): quoted(text)
    case .date(let date):
      ISO8601Date.range.contains(date.timeIntervalSince1970)
        ? quoted(date.formatted(.iso8601)) : "null"
    case .list(let values): "[\(values.map(text).joined(separator: ","))]"
    }
  }

  /// A text as a JSON string.
  static func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { TextWidth.escapedJSON(String(decoding: $0, as: UTF8.self)) } ?? "\"\""
  }
}
