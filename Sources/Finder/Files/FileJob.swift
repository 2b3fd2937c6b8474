import TerminalKit

/// An import or an export under way: it goes on whether or not its box is open.
protocol FileJob: AnyObject {
  /// The action that opens its box again.
  var action: Action { get }
  /// What is said of it in the last line, from the fullest form to the shortest.
  var status: [String] { get }
  /// Opens its box.
  func open()
  /// Stops it, as far as that is still possible.
  func stop()
  /// Waits until nothing unfinished is left behind.
  func end() async
}

/// Names of files in paths.
enum FileName {
  /// The last part of a path.
  static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A path in so many columns: its end is kept, and of its beginning what has room.
  static func shortened(_ path: String, to columns: Int, ellipsis: String) -> String {
    guard TextWidth.displayWidth(of: path) > columns else { return path }
    let end = ellipsis + "/" + last(of: path)
    let room = columns - TextWidth.displayWidth(of: end)
    return room < 0 ? last(of: path) : TextWidth.prefix(path, columns: room) + end
  }
}
