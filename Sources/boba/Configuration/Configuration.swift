import FetchKit
import Finder

/// The settings of the config file.
struct Configuration: Equatable {
  /// Where distances are measured from; nil for where the imported ones were.
  var near: Coordinate?
  /// What walking distance means, in meters; nil for the usual.
  var radius: Double?
  /// nil for those of the region that the environment names.
  var units: LengthUnits?
  /// nil for that of the environment.
  var language: Language?
  /// The name of a theme; nil for the usual one.
  var theme: ThemeName?
  /// Whether only ASCII is drawn.
  var ascii = false
  /// Whether the mouse is used; nil for as it was the last time.
  var mouse: Bool?
  /// Whether nothing may flash.
  var reducesMotion = false
  /// Keys of actions, in the order of the file.
  var keys: [KeySetting] = []
}

/// Turns the lines of a config file into settings.
struct ConfigurationReader {
  private(set) var configuration = Configuration()
  /// What was not understood, with the file and the line.
  private(set) var warnings: [String] = []
  private let file: String

  private static let keys = [
    "near", "radius", "units", "language", "theme", "ascii", "mouse", "motion",
  ]

  /// Reads a file's text; throws a `Failure` that names the line of what cannot be read.
  init(_ text: String, file: String) throws {
    self.file = file
    for entry in try SettingsText.entries(of: text, file: file) { try take(entry) }
  }

  private mutating func take(_ entry: SettingsEntry) throws {
    switch (entry.table, entry.key) {
    case ("", "near"): configuration.near = try place(entry)
    case ("", "radius"): configuration.radius = try meters(entry)
    case ("", "units"): configuration.units = try units(entry)
    case ("", "language"): configuration.language = try language(entry)
    case ("", "theme"): configuration.theme = try theme(entry)
    case ("", "ascii"): configuration.ascii = try flag(entry)
    case ("", "mouse"): configuration.mouse = try flag(entry)
    case ("", "motion"): configuration.reducesMotion = try isReduced(entry)
    case ("keys", _):
      configuration.keys.append(
        KeySetting(action: entry.key, keys: try texts(entry), place: "\(file):\(entry.line)"))
    default: warnUnknown(entry)
    }
  }

  private mutating func warnUnknown(_ entry: SettingsEntry) {
    let name = entry.table.isEmpty ? entry.key : "\(entry.table).\(entry.key)"
    warnings.append(
      "\(file):\(entry.line): unknown key '\(name)', known are \(Self.keys.joined(separator: ", ")) and [keys]"
    )
  }
}

// MARK: - Values

extension ConfigurationReader {
  private func place(_ entry: SettingsEntry) throws -> Coordinate {
    guard case .list(let parts) = entry.value, parts.count == 2,
      let latitude = parts[0].number, let longitude = parts[1].number,
      let place = Place(latitude: latitude, longitude: longitude)
    else { throw wrong(entry, "[latitude, longitude]") }
    return place.coordinate
  }

  private func meters(_ entry: SettingsEntry) throws -> Double {
    guard let number = entry.value.number, number >= 0 else { throw wrong(entry, "meters") }
    return number
  }

  private func flag(_ entry: SettingsEntry) throws -> Bool {
    guard case .boolean(let flag) = entry.value else { throw wrong(entry, "true or false") }
    return flag
  }

  private func isReduced(_ entry: SettingsEntry) throws -> Bool {
    guard let text = entry.value.text, ["full", "reduced"].contains(text) else {
      throw wrong(entry, "full or reduced")
    }
    return text == "reduced"
  }

  private func theme(_ entry: SettingsEntry) throws -> ThemeName {
    guard let theme = entry.value.text.flatMap({ ThemeName(rawValue: $0) }) else {
      throw wrong(entry, "one of " + ThemeName.list)
    }
    return theme
  }

  private func units(_ entry: SettingsEntry) throws -> LengthUnits {
    guard let units = entry.value.text.flatMap({ LengthUnits(rawValue: $0) }) else {
      throw wrong(entry, "metric or imperial")
    }
    return units
  }

  private func language(_ entry: SettingsEntry) throws -> Language {
    guard let language = entry.value.text.flatMap({ Language(code: $0) }) else {
      throw wrong(entry, "one of " + Language.list)
    }
    return language
  }

  private func texts(_ entry: SettingsEntry) throws -> [String] {
    if case .text(let text) = entry.value { return [text] }
    guard case .list(let parts) = entry.value else { throw wrong(entry, "a list of texts") }
    return try parts.map { part in
      guard case .text(let text) = part else { throw wrong(entry, "a list of texts") }
      return text
    }
  }

  private func wrong(_ entry: SettingsEntry, _ expected: String) -> Failure {
    Failure(.badData, "\(file):\(entry.line): \(entry.key) takes \(expected)")
  }
}
