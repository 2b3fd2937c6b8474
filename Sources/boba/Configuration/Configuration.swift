import FetchKit
import Finder
import Foundation
import Venues

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

  /// Unknown keys, with their lines.
  fileprivate(set) var warnings: [String] = []
  /// Invalid settings, which have no effect, with their lines.
  fileprivate(set) var problems: [String] = []

  /// The radius that counts as walking distance, in meters.
  var walkingRadius: Double { radius ?? FilterChoices.walkingDistance }

  /// Reads the valid settings of the file at a path, or of the default one if it exists.
  static func read(path: String?) throws -> Configuration {
    let location = path ?? PathTable().config
    guard path != nil || FileManager.default.fileExists(atPath: location) else {
      return Configuration()
    }
    let data: Data
    do {
      // A handle also reads pipes and devices such as /dev/null.
      let file = try FileHandle(forReadingFrom: URL(filePath: location))
      data = try file.readToEnd() ?? Data()
    } catch {
      let reason = ErrorText.systemReason(error)
      throw Failure(.noInput, "cannot read the config file \(location): \(reason)")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw Failure(.badData, "cannot read the config file \(location): not UTF-8")
    }
    return ConfigurationReader(text, file: location).configuration
  }

  /// The key bindings, and an error with its line for each invalid one, which is left out.
  var keymap: (keymap: Keymap, problems: [String]) {
    var settings = keys
    var problems: [String] = []
    while true {
      var keymap = Keymap.standard
      guard let wrong = Self.firstProblem(of: settings, in: &keymap) else {
        return (keymap, problems)
      }
      problems.append("\(settings[wrong.index].place): \(wrong.error)")
      settings.remove(at: wrong.index)
    }
  }

  /// Binds keys up to the first error: all of them before they are checked, because actions may swap theirs.
  private static func firstProblem(
    of settings: [KeySetting], in keymap: inout Keymap
  ) -> (index: Int, error: KeymapError)? {
    var index = 0
    do throws(KeymapError) {
      for (place, setting) in settings.enumerated() {
        index = place
        try keymap.bind(setting.action, to: setting.keys)
      }
      for (place, setting) in settings.enumerated() {
        index = place
        try keymap.check(setting.action)
      }
      return nil
    } catch {
      return (index, error)
    }
  }
}

/// An action and its keys in the config file.
struct KeySetting: Hashable {
  let action: String
  let keys: [String]
  /// `file:line`.
  let place: String
}

/// Converts the entries of a config file to settings.
private struct ConfigurationReader {
  private(set) var configuration = Configuration()
  private let file: String
  /// The lines of the keys so far, by table and key.
  private var lines: [[String]: Int] = [:]

  private static let keys = [
    "near", "radius", "units", "language", "theme", "ascii", "mouse", "motion",
  ]

  init(_ text: String, file: String) {
    self.file = file
    let (entries, problems) = SettingsText.entries(of: text, file: file)
    configuration.problems = problems
    for entry in entries {
      do {
        try remember(entry)
        try read(entry)
      } catch {
        configuration.problems.append(ErrorText.sentence(error))
      }
    }
  }

  /// Keeps the line of a key, and throws if an earlier line has the same key.
  private mutating func remember(_ entry: SettingsEntry) throws {
    let name = [entry.table, entry.key]
    if let line = lines[name] {
      throw Failure(
        .badData, "\(file):\(entry.line): \(entry.key) is already set in line \(line)")
    }
    lines[name] = entry.line
  }

  private mutating func read(_ entry: SettingsEntry) throws {
    switch (entry.table, entry.key) {
    case ("", "near"):
      let place = try value(entry, "[latitude, longitude]", Self.place)
      let hint = place.exchanged.map { ", did you mean [\($0.latitude), \($0.longitude)]?" } ?? ""
      configuration.near = try value(entry, "[latitude, longitude]" + hint) { _ in
        place.isOnGlobe ? place : nil
      }
    case ("", "radius"):
      configuration.radius = try value(entry, "meters") { $0.number.flatMap { $0 < 0 ? nil : $0 } }
    case ("", "units"):
      configuration.units = try word(
        entry, "metric or imperial", LengthUnits.allCases.map(\.rawValue)
      ) { LengthUnits(rawValue: $0) }
    case ("", "language"):
      configuration.language = try word(
        entry, "one of " + Language.list, Language.all.map(\.code)
      ) { Language(code: $0) }
    case ("", "theme"):
      configuration.theme = try word(
        entry, "one of " + ThemeName.list, ThemeName.allCases.map(\.rawValue)
      ) { ThemeName(rawValue: $0) }
    case ("", "ascii"): configuration.ascii = try flag(entry)
    case ("", "mouse"): configuration.mouse = try flag(entry)
    case ("", "motion"):
      let motions = ["full": false, "reduced": true]
      configuration.reducesMotion = try word(
        entry, "full or reduced", motions.keys.sorted()
      ) { motions[$0] }
    case ("keys", _):
      let keys = try value(entry, "a list of texts", Self.texts)
      configuration.keys.append(
        KeySetting(action: entry.key, keys: keys, place: "\(file):\(entry.line)"))
    default:
      let name = entry.table.isEmpty ? entry.key : "\(entry.table).\(entry.key)"
      let nearest = NearestName.nearest(to: entry.key, in: Self.keys)
      let hint = nearest.map { ", did you mean '\($0)'?" }
      let valid = "; valid: \(Self.keys.joined(separator: ", ")) and [keys]"
      configuration.warnings.append(
        "\(file):\(entry.line): unknown key '\(name)'\(hint ?? valid)")
    }
  }

  private func value<Value>(
    _ entry: SettingsEntry, _ expected: String, _ convert: (SettingsValue) -> Value?
  ) throws -> Value {
    if let value = convert(entry.value) { return value }
    throw Failure(.badData, "\(file):\(entry.line): \(entry.key) takes \(expected)")
  }

  private func word<Value>(
    _ entry: SettingsEntry, _ expected: String, _ words: [String], _ convert: (String) -> Value?
  ) throws -> Value {
    let nearest = entry.value.text.flatMap { NearestName.nearest(to: $0, in: words) }
    let hint = nearest.map { ", did you mean '\($0)'?" } ?? ""
    return try value(entry, expected + hint) { $0.text.flatMap(convert) }
  }

  private func flag(_ entry: SettingsEntry) throws -> Bool {
    try value(entry, "true or false") { if case .boolean(let flag) = $0 { flag } else { nil } }
  }

  private static func place(_ value: SettingsValue) -> Coordinate? {
    guard case .list(let parts) = value, parts.count == 2, let latitude = parts[0].number,
      let longitude = parts[1].number
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func texts(_ value: SettingsValue) -> [String]? {
    if let text = value.text { return [text] }
    guard case .list(let parts) = value else { return nil }
    let texts = parts.compactMap(\.text)
    return texts.count == parts.count ? texts : nil
  }
}
