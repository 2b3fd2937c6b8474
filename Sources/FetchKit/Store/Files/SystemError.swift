internal import Foundation
internal import GRDBSQLite

package enum SystemError {
  /// The reason for an error number, such as `no space left on device`, to stand after a colon.
  package static func message(_ code: Int32) -> ErrorMessage {
    switch code {
    case ENOENT: ErrorMessage("system.notFound", "no such file or directory")
    case EACCES: ErrorMessage("system.permission", "permission denied")
    case EPERM: ErrorMessage("system.notPermitted", "operation not permitted")
    case EEXIST: ErrorMessage("system.exists", "file exists")
    case EISDIR: ErrorMessage("system.isFolder", "is a directory")
    case ENOTDIR: ErrorMessage("system.notFolder", "not a directory")
    case ENOSPC: ErrorMessage("system.noSpace", "no space left on device")
    case EDQUOT: ErrorMessage("system.quota", "disk quota exceeded")
    case EROFS: ErrorMessage("system.readOnly", "read-only file system")
    case EIO: ErrorMessage("system.inputOutput", "input/output error")
    case EMFILE: ErrorMessage("system.openFiles", "too many open files")
    case ENAMETOOLONG: ErrorMessage("system.nameTooLong", "file name too long")
    case ETXTBSY: ErrorMessage("system.busy", "text file busy")
    default: ErrorMessage("system.other", "\(text(code))")
    }
  }

  package static func reason(_ code: Int32) -> String { message(code).description }

  private static func text(_ code: Int32) -> String {
    let sentence = String(cString: strerror(code))
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// The error number of the last failed system call of an SQLite connection; 0 when it is not known.
  ///
  /// SQLite keeps it for statements but not for failed commits, after which the files know it.
  static func last(_ connection: OpaquePointer) -> Int32 {
    var code = sqlite3_system_errno(connection)
    guard code == 0 else { return code }
    var log: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection, nil, SQLITE_FCNTL_JOURNAL_POINTER, &log)
    if let log {
      _ = log.pointee.pMethods?.pointee.xFileControl?(log, SQLITE_FCNTL_LAST_ERRNO, &code)
    }
    if code == 0 { sqlite3_file_control(connection, nil, SQLITE_FCNTL_LAST_ERRNO, &code) }
    return code
  }

  /// Whether the disk that holds a file, or will hold it, has no space left.
  static func hasNoSpace(at path: String) -> Bool {
    var status = statvfs()
    let isKnown = statvfs(path, &status) == 0 || statvfs(FileAccess.folder(of: path), &status) == 0
    return isKnown && status.f_blocks > 0 && status.f_bavail == 0
  }
}
