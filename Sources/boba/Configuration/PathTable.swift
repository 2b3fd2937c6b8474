import Foundation

/// The locations of the program's files, following the XDG base directory specification.
struct PathTable: Hashable {
  let store: String
  let config: String
  let state: String
  let log: String

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    func folder(_ variable: String, _ fallback: String) -> String {
      if let path = environment[variable], path.hasPrefix("/") { return path }
      return HomeFolder(environment: environment).path + "/" + fallback
    }
    store =
      environment["BOBA_STORE"].flatMap { $0.isEmpty ? nil : $0 }
      ?? folder("XDG_DATA_HOME", ".local/share") + "/boba/venues.sqlite"
    config = folder("XDG_CONFIG_HOME", ".config") + "/boba/config.toml"
    state = folder("XDG_STATE_HOME", ".local/state") + "/boba/"
    log = state + "boba.log"
  }

  /// Whether `BOBA_STORE` names the store.
  static var isStoreNamed: Bool {
    !(ProcessInfo.processInfo.environment["BOBA_STORE"] ?? "").isEmpty
  }
}

/// The user's home folder, written `~` in paths.
struct HomeFolder {
  /// The path without a trailing slash.
  let path: String

  /// Prefers `HOME`, as shells do.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = environment["HOME"] ?? NSHomeDirectory()
    path = home.count > 1 && home.hasSuffix("/") ? String(home.dropLast()) : home
  }

  /// Returns a path with a leading `~` or `~name` expanded.
  func expanded(_ path: String) -> String {
    if path == "~" || path.hasPrefix("~/") { return self.path + path.dropFirst() }
    return NSString(string: path).expandingTildeInPath
  }

  /// Returns the absolute path of a file, with `~` for the home folder.
  func abbreviated(_ path: String) -> String {
    let whole = URL(filePath: expanded(path)).standardizedFileURL.path(percentEncoded: false)
    let isInside = !self.path.isEmpty && whole.hasPrefix(self.path + "/")
    return isInside ? "~" + whole.dropFirst(self.path.count) : whole
  }
}
