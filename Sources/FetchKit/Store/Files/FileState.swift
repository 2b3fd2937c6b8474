internal import Foundation
internal import Glibc

struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// The state of a file, which changes with every write.
struct FileState: Hashable, Sendable {
  let identity: FileIdentity
  let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    identity = FileIdentity(status)
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Seconds since the last write.
  var age: Double {
    Date().timeIntervalSince1970 - Double(seconds) - Double(nanoseconds) / 1_000_000_000
  }
}

extension FetchStore {
  /// The inode of the file at the store's path; nil when there is none, and for a store in memory.
  package var fileNumber: UInt64? {
    path == ":memory:" ? nil : FileIdentity(path: path)?.inode
  }
}

package enum FileAccess: Hashable {
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
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
