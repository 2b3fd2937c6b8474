import FetchKit
import Finder
import Foundation

/// The settings of the config file.
struct Configuration: Equatable {
  /// The origin of distances; nil for that of the imported ones.
  var near: Coordinate?
  /// Walking distance in meters; nil for the default.
  var radius: Double?
  /// nil for the units of the locale.
  var units: LengthUnits?
  /// nil for the language of the locale.
  var language: Language?
  /// nil for the default theme.
  var theme: ThemeName?
  var ascii = false
  /// Whether the mouse is used; nil to keep the state of the last session.
  var mouse: Bool?
  var reducesMotion = false
  /// The bindings of `[keys]`, in file order.
  var keys: [KeySetting] = []

  /// Reads the file at a path, or the default one if it exists; returns warnings about unknown keys.
  static func read(path: String?) throws -> (Configuration, warnings: [String]) {
    let location = path ?? PathTable().config
    guard path != nil || FileManager.default.fileExists(atPath: location) else {
      return (Configuration(), [])
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: location))
    } catch {
      let reason = ErrorText.systemReason(error)
      throw Failure(.noInput, "cannot read the config file \(location): \(reason)")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw Failure(.badData, "cannot read the config file \(location): not UTF-8")
    }
    let reader = try ConfigurationReader(text, file: location)
    return (reader.configuration, reader.warnings)
  }

  /// The key bindings; throws a `Failure` that names the line of an invalid one.
  func keymap() throws -> Keymap {
    var keymap = Keymap.standard
    for setting in keys {
      try setting.locating { () throws(KeymapError) in
        try keymap.bind(setting.action, to: setting.keys)
      }
    }
    for setting in keys {
      try setting.locating { () throws(KeymapError) in try keymap.check(setting.action) }
    }
    return keymap
  }
}

/// An action and its keys in the config file.
struct KeySetting: Hashable {
  let action: String
  let keys: [String]
  /// `file:line`.
  let place: String

  /// Runs `body` and adds the position to its error.
  fileprivate func locating(_ body: () throws(KeymapError) -> Void) throws {
    do {
      try body()
    } catch {
      throw Failure(.badData, "\(place): \(error)")
    }
  }
}

/// Converts the entries of a config file to settings.
private struct ConfigurationReader {
  private(set) var configuration = Configuration()
  private(set) var warnings: [String] = []
  private let file: String

  private static let keys = [
    "near", "radius", "units", "language", "theme", "ascii", "mouse", "motion",
  ]

  /// Throws a `Failure` that names the line of an invalid value.
  init(_ text: String, file: String) throws {
    self.file = file
    for entry in try SettingsText.entries(of: text, file: file) { try read(entry) }
  }

  private mutating func read(_ entry: SettingsEntry) throws {
    switch (entry.table, entry.key) {
    case ("", "near"): configuration.near = try value(entry, "[latitude, longitude]", Self.place)
    case ("", "radius"):
      configuration.radius = try value(entry, "meters") { $0.number.flatMap { $0 < 0 ? nil : $0 } }
    case ("", "units"):
      configuration.units = try word(entry, "metric or imperial") { LengthUnits(rawValue: $0) }
    case ("", "language"):
      configuration.language = try word(entry, "one of " + Language.list) { Language(code: $0) }
    case ("", "theme"):
      configuration.theme = try word(entry, "one of " + ThemeName.list) { ThemeName(rawValue: $0) }
    case ("", "ascii"): configuration.ascii = try flag(entry)
    case ("", "mouse"): configuration.mouse = try flag(entry)
    case ("", "motion"):
      configuration.reducesMotion = try word(entry, "full or reduced") {
        ["full": false, "reduced": true][$0]
      }
    case ("keys", _):
      let keys = try value(entry, "a list of texts", Self.texts)
      configuration.keys.append(
        KeySetting(action: entry.key, keys: keys, place: "\(file):\(entry.line)"))
    default:
      let name = entry.table.isEmpty ? entry.key : "\(entry.table).\(entry.key)"
      let keys = Self.keys.joined(separator: ", ")
      warnings.append("\(file):\(entry.line): unknown key '\(name)'; valid: \(keys) and [keys]")
    }
  }

  private func value<Value>(
    _ entry: SettingsEntry, _ expected: String, _ convert: (SettingsValue) -> Value?
  ) throws -> Value {
    if let value = convert(entry.value) { return value }
    throw Failure(.badData, "\(file):\(entry.line): \(entry.key) takes \(expected)")
  }

  private func word<Value>(
    _ entry: SettingsEntry, _ expected: String, _ convert: (String) -> Value?
  ) throws -> Value {
    try value(entry, expected) { $0.text.flatMap(convert) }
  }

  private func flag(_ entry: SettingsEntry) throws -> Bool {
    try value(entry, "true or false") { if case .boolean(let flag) = $0 { flag } else { nil } }
  }

  private static func place(_ value: SettingsValue) -> Coordinate? {
    guard case .list(let parts) = value, parts.count == 2, let latitude = parts[0].number,
      let longitude = parts[1].number
    else { return nil }
    return Place(latitude: latitude, longitude: longitude)?.coordinate
  }

  private static func texts(_ value: SettingsValue) -> [String]? {
    if let text = value.text { return [text] }
    guard case .list(let parts) = value else { return nil }
    let texts = parts.compactMap(\.text)
    return texts.count == parts.count ? texts : nil
  }
}
