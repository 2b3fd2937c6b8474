/// What can be told about a terminal from the environment, where terminfo says nothing.
public struct TerminalGuess: Sendable {
  let environment: [String: String]

  /// Guesses by the variables TERM, COLORTERM, NO_COLOR and those of emulators.
  public init(environment: [String: String]) { self.environment = environment }

  private var type: String { environment["TERM"] ?? "" }

  private static let emulators = [
    "xterm", "tmux", "screen", "rxvt", "alacritty", "foot", "konsole", "gnome", "vte", "st-",
    "wezterm", "ghostty", "contour", "iterm", "mintty", "kitty",
  ]

  /// True for emulators, which ignore what they don't know; a console may print it.
  var isEmulator: Bool { Self.emulators.contains { type.hasPrefix($0) } }

  /// True for emulators known to let links be clicked.
  var hasLinks: Bool {
    guard isEmulator, environment["TMUX"] == nil, !type.hasPrefix("screen") else { return false }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) { return version >= 5000 }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "mintty", "rio"]
    if let program = environment["TERM_PROGRAM"], programs.contains(program) { return true }
    let types = ["xterm-kitty", "alacritty", "foot", "xterm-ghostty", "wezterm", "contour"]
    return types.contains { type.hasPrefix($0) } || environment["WT_SESSION"] != nil
      || environment["KONSOLE_VERSION"] != nil
  }

  /// True in tmux and screen, which wait after an Esc and make one key of it and the next.
  var joinsEscape: Bool {
    environment["TMUX"] != nil || environment["STY"] != nil
      || ["tmux", "screen"].contains { type.hasPrefix($0) }
  }

  /// The types to try, best first: many systems don't know the newest terminals, and nearly all of
  /// those do what xterm does.
  public var types: [String] {
    let named = (promisesColors ? colorfulTypes : []) + [type, "xterm-256color"]
    return named.enumerated().filter { index, name in
      !name.isEmpty && named.firstIndex(of: name) == index
    }.map(\.element)
  }

  /// Whether an emulator says that it shows all colors, and the user wants some.
  ///
  /// https://github.com/termstandard/colors
  private var promisesColors: Bool {
    isEmulator && (environment["NO_COLOR"] ?? "").isEmpty
      && ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
  }

  /// What terminfo calls the same terminal with more colors than its name may say.
  private var colorfulTypes: [String] {
    let endings = ["-256color", "-direct"]
    let base = endings.first(where: type.hasSuffix).map { type.dropLast($0.count) } ?? type[...]
    return ["\(base)-direct", "\(base)-256color"]
  }
}
