import CBuild
import FetchKit

/// What `--version` says.
enum Version {
  static let number = "0.1.0"

  /// The commit that the program was built from, shortened, with a `+` when files were changed; nil when that is not known.
  static let commit: String? = {
    let name = String(cString: cbuild_commit())
    return name.isEmpty ? nil : name
  }()

  static var text: String {
    "boba \(number) (commit \(commit ?? "unknown"), SQLite \(Store.sqliteVersion))"
  }
}
