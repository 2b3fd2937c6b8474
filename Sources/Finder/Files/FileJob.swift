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
