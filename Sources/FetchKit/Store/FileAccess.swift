internal import Foundation

/// What may be done with a file.
enum FileAccess {
  case memory
  case readWrite
  case readOnly

  init(path: String) {
    guard path != ":memory:" else {
      self = .memory
      return
    }
    let files = FileManager.default
    let isWritable =
      files.isWritableFile(atPath: Self.folder(of: path))
      && (!files.fileExists(atPath: path) || files.isWritableFile(atPath: path))
    self = isWritable ? .readWrite : .readOnly
  }

  /// The folder of a file; `.` for a name alone.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
