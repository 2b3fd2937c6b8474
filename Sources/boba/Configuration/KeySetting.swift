import Finder

/// The keys of an action in the config file.
struct KeySetting: Hashable {
  let action: String
  let keys: [String]
  /// The file and the line.
  let place: String
}

extension Configuration {
  /// The table of keys; throws a `Failure` that names the line of what cannot be.
  func keymap() throws -> Keymap {
    var keymap = Keymap.standard
    for setting in keys {
      try setting.naming { () throws(KeymapError) in
        try keymap.bind(setting.action, to: setting.keys)
      }
    }
    for setting in keys {
      try setting.naming { () throws(KeymapError) in try keymap.check(setting.action) }
    }
    return keymap
  }
}

extension KeySetting {
  fileprivate func naming(_ body: () throws(KeymapError) -> Void) throws {
    do {
      try body()
    } catch {
      throw Failure(.badData, "\(place): \(error)")
    }
  }
}
