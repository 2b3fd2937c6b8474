import FetchKit
import Foundation
import TerminalKit
import Venues

// MARK: - Plain mode

extension Strings {
  var plainGreeting: String {
    text("plain.greeting", "Bubble Tea Finder in plain mode. Type help for a list of commands.")
  }

  func plainPrompt(_ mode: PlainFinder.Mode) -> String {
    switch mode {
    case .list: text("plain.listPrompt", "Venue number or command: ")
    case .filter: text("plain.filterPrompt", "Filter number, list, or command: ")
    case .sort: text("plain.sortPrompt", "Sort order number or command: ")
    case .saved: text("plain.savedPrompt", "Saved filter number or command: ")
    case .value(let variable):
      text(
        "plain.valuePrompt", "{0}, {1}; empty line to cancel, quit to quit: ",
        valuePrompt(variable.name, variable.use), kind(of: variable.use))
    }
  }

  func plainList(_ parts: [String]) -> String {
    parts.joined(separator: text("plain.comma", ", "))
  }
  var plainUndoAgain: String { text("plain.undoAgain", "Type undo again to confirm.") }

  func plainSentence(_ sentence: String) -> String {
    let ends = [".", "。"].contains { sentence.hasSuffix($0) }
    return ends ? sentence : text("plain.sentence", "{0}.", sentence)
  }
  func plainFact(_ label: String, _ value: String) -> String {
    text("plain.fact", "{0}: {1}", label, value)
  }

  var plainNumberHelp: String {
    text(
      "plain.numberHelp",
      "A number: Show the details of that venue, or choose that filter, sort order or saved filter."
    )
  }

  func plainUnknown(_ line: String, nearest: String?) -> String {
    guard let nearest else {
      return text("plain.unknown", "Unknown command {0}. Type help for a list of commands.", line)
    }
    return text(
      "plain.unknownNear",
      "Unknown command {0}, did you mean {1}? Type help for a list of commands.", line, nearest)
  }
  func plainTakesNothing(_ name: String) -> String {
    text("plain.takesNothing", "Type {0} without other words.", name)
  }
  func plainNoOrder(_ name: String) -> String {
    text("plain.noOrder", "There is no sort order {0}. Type sort for a list.", name)
  }
  func plainAverageRating(_ rating: String) -> String {
    text("plain.averageRating", "average {0}", plainRating(rating))
  }
  func plainNoNumber(_ number: Int) -> String {
    text("plain.noNumber", "There is no number {0}.", format.count(number))
  }
  var plainEnterRating: String { text("plain.enterRating", "Enter a rating from 0 to 10.") }
  var plainEnterDistance: String {
    text("plain.enterDistance", "Enter a distance, such as 500 m, 1.5 km or 15 min.")
  }
  var plainEnterPrice: String { text("plain.enterPrice", "Enter one or more prices from 1 to 4.") }
  func plainNoValue(_ text: String) -> String {
    self.text("plain.noValue", "“{0}” does not fit.", text)
  }
  func plainEnterValue(_ variable: PlainVariable) -> String {
    let (name, kind) = (variable.name, kind(of: variable.use))
    return variable.use.isText
      ? text(
        "plain.enterText",
        "Enter a value for {0}: {1}. An empty line cancels; quit quits. Put such words in quotes if they are the value.",
        name, kind)
      : text(
        "plain.enterValue", "Enter a value for {0}: {1}. An empty line cancels; quit quits.", name,
        kind)
  }

  /// The error of a predicate and its position in characters.
  func plainFault(_ message: String, after characters: Int?) -> String {
    guard let characters else { return message }
    return text("plain.at", "at character {0}: {1}", format.count(characters + 1), message)
  }

  var plainNoMore: String { text("plain.noMore", "No more venues.") }
  var plainNoVenue: String { text("plain.noVenue", "Choose a venue by number first.") }
  var plainClears: String { text("plain.clears", "Type clear to show all venues.") }
  var plainNothingSaved: String {
    text("plain.nothingSaved", "No saved filters. Type save and a name to save the current filter.")
  }
  func plainNoSaved(_ name: String) -> String {
    text("plain.noSaved", "There is no saved filter {0}.", name)
  }
  func plainMore(_ shown: Int, of total: Int) -> String {
    text(
      "plain.more", "{0} of {1}. Press Enter for more.", format.count(shown), format.count(total))
  }

  func plainRating(_ rating: String) -> String {
    text("plain.rating", "rating {0} of 10", rating)
  }
  func plainPrice(_ level: PriceLevel) -> String {
    level == .unknown ? unknownPrice : text("plain.price", "price {0} of 4", "\(level.rawValue)")
  }
  func plainState(_ isOn: Bool) -> String {
    isOn ? text("plain.on", "on") : text("plain.off", "off")
  }
  func plainShowing(_ filter: String) -> String { text("plain.filter", "Filter: {0}.", filter) }
  func plainSearched(_ words: String) -> String {
    text("plain.containing", "containing {0}", words)
  }
  func plainOrder(_ keys: String) -> String { text("plain.sort", "Sort: {0}.", keys) }
  func plainHighestFirst(_ key: String) -> String {
    text("plain.highestFirst", "{0}, highest first", key)
  }
  func plainReversed(_ key: String) -> String { text("plain.reversed", "{0}, Z to A", key) }

  /// The value of an attribute.
  func text(of value: FetchValue) -> String {
    switch value {
    case .null: return text("plain.missing", "unknown")
    case .bool(let flag): return answer(flag).lowercased()
    case .integer(let number): return format.count(Int(number))
    case .double(let number): return format.tenths(number)
    case .string(let text): return TextWidth.sanitized(text)
    case .date(let date): return date.formatted(.iso8601)
    case .list(let values): return plainList(values.map(text(of:)))
    case .data, .object: return ""
    }
  }

  var plainTip: String { text("plain.tip", "Tip") }
}

// MARK: - Lengths in words

extension Strings {
  /// A distance in meters with its unit in words.
  func plainDistance(_ meters: Double) -> String {
    format.length(meters).map(plainLength) ?? format.distance(meters)
  }

  /// A filter in words, without abbreviated units.
  func plainChosen(_ toggle: ToggleFilter, radius: Double) -> String {
    toggle == .walking
      ? format.radiusLength(radius).map(plainWithin) ?? within(format.radius(radius))
      : chosen(toggle, radius: radius)
  }

  private func plainLength(_ length: NumberFormat.Length) -> String {
    let isMetric = format.units == .metric
    return switch length {
    case .short(let count) where isMetric:
      text("plain.meters", count, one: "{0} meter", other: "{0} meters")
    case .short(let count): text("plain.feet", count, one: "{0} foot", other: "{0} feet")
    case .long(let count) where isMetric:
      text("plain.kilometers", count, one: "{0} kilometer", other: "{0} kilometers")
    case .long(let count): text("plain.miles", count, one: "{0} mile", other: "{0} miles")
    // A fraction has the form for other numbers.
    case .part(let number) where isMetric:
      text("plain.kilometers", "{0} kilometers", format.tenths(number))
    case .part(let number): text("plain.miles", "{0} miles", format.tenths(number))
    }
  }

  private func plainWithin(_ length: NumberFormat.Length) -> String {
    let isMetric = format.units == .metric
    return switch length {
    case .short(let count) where isMetric:
      text("plain.withinMeters", count, one: "within {0} meter", other: "within {0} meters")
    case .short(let count):
      text("plain.withinFeet", count, one: "within {0} foot", other: "within {0} feet")
    case .long(let count) where isMetric:
      text(
        "plain.withinKilometers", count, one: "within {0} kilometer", other: "within {0} kilometers"
      )
    case .long(let count):
      text("plain.withinMiles", count, one: "within {0} mile", other: "within {0} miles")
    case .part(let number) where isMetric:
      text("plain.withinKilometers", "within {0} kilometers", format.tenths(number))
    case .part(let number):
      text("plain.withinMiles", "within {0} miles", format.tenths(number))
    }
  }
}
