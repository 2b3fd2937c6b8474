import Foundation
import TerminalKit

/// A running import or export, with or without an open box.
protocol FileJob: AnyObject {
  /// The action that reopens its box.
  var action: Action { get }
  /// Its status in the last line, from the longest form to the shortest.
  var status: [String] { get }
  var context: FinderContext { get }
  /// Its open box; nil while it runs in the background.
  var box: TextBox? { get }
  /// Opens its box.
  func open()
  /// Cancels it, if still possible.
  func stop()
  /// Waits until unfinished files are removed.
  func end() async
}

/// The key tables of the boxes of jobs.
enum FileJobKeys {
  /// While a job is running.
  nonisolated static let commands: [KeyCommand<any FileJob>] = [
    KeyCommand(.stop, rank: 1) { $0.stop() },
    KeyCommand(.continueInBackground, rank: 2) { job in job.box.map(job.context.pop) },
  ]

  /// In the report of an import.
  nonisolated static let reportCommands: [KeyCommand<ImportJob>] = [
    KeyCommand(.back, rank: 1) { $0.close() },
    KeyCommand(.undo, rankFor: { $0.isUndoable ? 2 : nil }) { $0.undo() },
    KeyCommand(.accept) { $0.close() },
  ]
}

/// Names of files in paths.
enum FileName {
  /// The last component of a path.
  static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The extension of a path in lower case; empty without one.
  static func fileExtension(in path: String) -> String {
    URL(filePath: path).pathExtension.lowercased()
  }

  /// The usual extension of an export format.
  static func usualExtension(of format: String) -> String {
    switch format {
    case "markdown": "md"
    case "foursquare": "json"
    default: format
    }
  }

  /// A path shortened to a number of columns: its end, and as much of its start as fits.
  static func shortened(_ path: String, to columns: Int, ellipsis: String) -> String {
    guard TextWidth.displayWidth(of: path) > columns else { return path }
    let end = ellipsis + "/" + last(of: path)
    let room = columns - TextWidth.displayWidth(of: end)
    return room < 0 ? last(of: path) : TextWidth.prefix(path, columns: room) + end
  }
}
