import ArgumentParser
import Finder
import Foundation
import Venues

/// The options for the terminal of the finder.
struct TerminalOptions: ParsableArguments {
  @Flag(name: .long, help: "Line-by-line mode for screen readers.")
  var plain = false

  @Option(
    name: .long, help: ArgumentHelp("Language: \(Language.list).", valueName: "code"),
    transform: Self.language)
  var language: Language?

  @Option(
    name: .long, help: ArgumentHelp("Color theme: \(ThemeName.list).", valueName: "name"),
    transform: Self.theme)
  var theme: ThemeName?

  @Flag(name: .long, help: "Draw with ASCII only.") var ascii = false
  @Flag(name: .long, help: "Leave the mouse to the terminal.") var noMouse = false
  @Flag(name: .long, help: "Disable blinking and animation.") var reducedMotion = false

  /// The initial settings of the finder: options override the config file, which overrides the environment.
  @MainActor
  func settings(_ query: VenueQuery, sort: [SortChoice]) -> FinderSettings {
    let configuration = query.configuration
    let environment = ProcessInfo.processInfo.environment
    let locale = LocaleVariables(environment: environment)
    // GNU screen delays Esc until the next key while the mouse is reported, see
    // https://github.com/neovim/neovim/issues/21105
    let mouseDefault = environment["STY"] == nil ? nil : false
    let (keymap, problems) = configuration.keymap
    var settings = FinderSettings(
      origin: query.origin, choices: query.choices, sorts: sort,
      usesMouse: noMouse ? false : configuration.mouse ?? mouseDefault,
      theme: theme ?? configuration.theme,
      isASCIIOnly: ascii || configuration.ascii,
      reducesMotion: reducedMotion || configuration.reducesMotion,
      keymap: keymap,
      language: language ?? configuration.language ?? locale.language,
      units: configuration.units ?? locale.units)
    settings.hasOwnLanguage = language != nil || configuration.language != nil
    settings.problems = configuration.warnings + configuration.problems + problems
    return settings
  }

  private static func language(_ code: String) throws -> Language {
    if let language = Language(code: code) { return language }
    throw ValidationError("unknown language '\(code)'; valid: \(Language.list)")
  }

  private static func theme(_ text: String) throws -> ThemeName {
    if let theme = ThemeName(rawValue: text) { return theme }
    throw ValidationError("unknown theme '\(text)'; valid: \(ThemeName.list)")
  }
}

extension Language {
  /// All languages, for help and errors.
  static var list: String { all.map(\.code).joined(separator: ", ") }
}

extension ThemeName {
  /// All theme names, for help and errors.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The locale settings of the environment.
///
/// Follows "Internationalization Variables" of POSIX: the first variable that is not empty decides.
private struct LocaleVariables {
  let environment: [String: String]

  /// The language of messages; English if it is unknown.
  var language: Language { Language(code: value(of: "LC_MESSAGES")) ?? .english }

  /// Imperial units in the regions that use them.
  var units: LengthUnits {
    let name = value(of: "LC_MEASUREMENT").prefix { $0 != "." && $0 != "@" }
    return ["_US", "_LR", "_MM"].contains { name.hasSuffix($0) } ? .imperial : .metric
  }

  private func value(of category: String) -> String {
    ["LC_ALL", category, "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }
}
