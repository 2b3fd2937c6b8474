import ArgumentParser
import Foundation
import Finder
import Venues

/// How the finder uses the terminal.
struct TerminalOptions: ParsableArguments {
  @Flag(name: .long, help: "Ask and answer line by line, for screen readers.")
  var plain = false

  @Option(
    name: .long,
    help: ArgumentHelp("The language: \(Language.list).", valueName: "code"),
    transform: Self.language)
  var language: Language?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Colors: \(ThemeName.list).", valueName: "name"),
    transform: Self.theme)
  var theme: ThemeName?

  @Flag(name: .long, help: "Draw with ASCII only.") var ascii = false

  @Flag(name: .long, help: "Leave the mouse to the terminal.") var noMouse = false

  @Flag(name: .long, help: "Let nothing flash.") var reducedMotion = false

  /// How the finder starts: what the options say, else what the config file says.
  @MainActor
  func settings(_ query: VenueQuery, sort: [SortChoice]) throws -> FinderSettings {
    let configuration = query.configuration
    let environment = ProcessInfo.processInfo.environment
    let locale = LocaleVariables(environment)
    return FinderSettings(
      origin: query.origin, choices: query.choices, sorts: sort,
      usesMouse: noMouse ? false : configuration.mouse ?? Self.wishOfMouse(environment),
      theme: theme ?? configuration.theme,
      isASCIIOnly: ascii || configuration.ascii,
      reducesMotion: reducedMotion || configuration.reducesMotion,
      keymap: try configuration.keymap(),
      language: language ?? configuration.language ?? locale.language,
      units: configuration.units ?? locale.units)
  }

  /// screen holds an Esc back until the next key as long as the mouse is reported; nil elsewhere.
  ///
  /// https://github.com/neovim/neovim/issues/21105
  private static func wishOfMouse(_ environment: [String: String]) -> Bool? {
    environment["STY"] == nil ? nil : false
  }

  private static func language(_ code: String) throws -> Language {
    guard let language = Language(code: code) else {
      throw ValidationError("there is no language '\(code)', there are \(Language.list)")
    }
    return language
  }

  private static func theme(_ text: String) throws -> ThemeName {
    guard let theme = ThemeName(rawValue: text) else {
      throw ValidationError("there is no theme '\(text)', there are \(ThemeName.list)")
    }
    return theme
  }
}

extension Language {
  /// All languages, for help and errors.
  static var list: String { all.map(\.code).joined(separator: ", ") }
}

extension ThemeName {
  /// All themes, for help and errors.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
