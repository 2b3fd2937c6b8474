import Foundation

/// The user's home folder, whose sign in paths is `~`.
struct HomeFolder {
  /// Its path, without a slash at the end.
  let path: String

  /// What `HOME` says comes first, as it does in a shell.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = environment["HOME"] ?? NSHomeDirectory()
  }

  /// A path in which the sign is replaced by what it stands for; `~name` is another user's home.
  func expanded(_ path: String) -> String {
    if path == "~" || path.hasPrefix("~/") { return self.path + path.dropFirst() }
    return NSString(string: path).expandingTildeInPath
  }

  /// The whole path of a file, with the sign where it is in the home folder.
  func told(_ path: String) -> String {
    let whole = URL(filePath: expanded(path)).standardizedFileURL.path(percentEncoded: false)
    let isInside = !self.path.isEmpty && whole.hasPrefix(self.path + "/")
    return isInside ? "~" + whole.dropFirst(self.path.count) : whole
  }
}
