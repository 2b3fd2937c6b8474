internal import Foundation

/// What may be done with a file.
enum FileAccess {
  case memory
  case readWrite
  case readOnly
  /// Nothing can be written beside it either, so nobody is writing it.
  case unchanging

  init(path: String) {
    guard path != ":memory:" else {
      self = .memory
      return
    }
    let files = FileManager.default
    let isFolderWritable = files.isWritableFile(atPath: Self.folder(of: path))
    let isFileWritable = !files.fileExists(atPath: path) || files.isWritableFile(atPath: path)
    guard !isFolderWritable || !isFileWritable else {
      self = .readWrite
      return
    }
    self = isFolderWritable || files.fileExists(atPath: path + "-wal") ? .readOnly : .unchanging
  }

  /// The folder of a file; `.` for a name alone.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
