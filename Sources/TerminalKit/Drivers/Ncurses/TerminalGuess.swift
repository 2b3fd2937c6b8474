/// Facts about a terminal from the environment that terminfo lacks.
public struct TerminalGuess: Sendable {
  let environment: [String: String]

  /// Creates a guess from TERM, COLORTERM, NO_COLOR and variables of emulators.
  public init(environment: [String: String]) { self.environment = environment }

  private var type: String { environment["TERM"] ?? "" }

  private static let emulators = [
    "xterm", "tmux", "screen", "rxvt", "alacritty", "foot", "konsole", "gnome", "vte", "st-",
    "wezterm", "ghostty", "contour", "iterm", "mintty", "kitty",
  ]

  /// Whether it is an emulator, which ignores unknown sequences; a console may print them.
  var isEmulator: Bool { Self.emulators.contains { type.hasPrefix($0) } }

  /// Whether it is an emulator with clickable links.
  var hasLinks: Bool {
    guard isEmulator, environment["TMUX"] == nil, !type.hasPrefix("screen") else { return false }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) { return version >= 5000 }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "mintty", "rio"]
    if let program = environment["TERM_PROGRAM"], programs.contains(program) { return true }
    let types = ["xterm-kitty", "alacritty", "foot", "xterm-ghostty", "wezterm", "contour"]
    return types.contains { type.hasPrefix($0) } || environment["WT_SESSION"] != nil
      || environment["KONSOLE_VERSION"] != nil
  }

  /// tmux or screen; the type of the terminal in tmux may be that of screen.
  var multiplexer: Multiplexer? {
    if environment["TMUX"] != nil || type.hasPrefix("tmux") { return .tmux }
    return environment["STY"] != nil || type.hasPrefix("screen") ? .screen : nil
  }

  /// The types to try, best first, with xterm last: many systems lack the newest terminals, and nearly all of those
  /// are compatible with xterm.
  public var types: [String] {
    let named = (promisesColors ? colorfulTypes : []) + [type, "xterm-256color"]
    return named.enumerated().filter { index, name in
      !name.isEmpty && named.firstIndex(of: name) == index
    }.map(\.element)
  }

  /// Whether an emulator announces true color, and NO_COLOR is not set.
  ///
  /// https://github.com/termstandard/colors
  package var promisesColors: Bool {
    isEmulator && (environment["NO_COLOR"] ?? "").isEmpty
      && ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
  }

  /// The terminfo names of the same terminal with more colors.
  private var colorfulTypes: [String] {
    let endings = ["-256color", "-direct"]
    let base = endings.first(where: type.hasSuffix).map { type.dropLast($0.count) } ?? type[...]
    return ["\(base)-direct", "\(base)-256color"]
  }
}
