internal import Foundation

/// What may be done with a file.
enum FileAccess: Hashable {
  case memory
  case readWrite
  case readOnly(isFolderWritable: Bool)

  init(path: String) {
    guard path != ":memory:" else {
      self = .memory
      return
    }
    let files = FileManager.default
    let isFolderWritable = files.isWritableFile(atPath: Self.folder(of: path))
    let isFileWritable = !files.fileExists(atPath: path) || files.isWritableFile(atPath: path)
    self =
      isFolderWritable && isFileWritable
      ? .readWrite : .readOnly(isFolderWritable: isFolderWritable)
  }

  /// The folder of a file; `.` for a name alone.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
