import Foundation

/// Where the program keeps things, after the XDG base directory specification.
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

  /// Whether the store's path was named by hand.
  static func isStoreNamed(_ environment: [String: String] = ProcessInfo.processInfo.environment)
    -> Bool
  {
    !(environment["BOBA_STORE"] ?? "").isEmpty
  }
}
