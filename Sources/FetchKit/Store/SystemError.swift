internal import Foundation
internal import GRDBSQLite

/// Why a call of the system failed, in words.
package enum SystemError {
  /// The system's own sentence for an error number, to stand after a colon: `no space left on device`.
  package static func reason(_ code: Int32) -> String {
    let sentence = String(cString: strerror(code))
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// The error number of a full disk.
  static let noSpace = ENOSPC

  /// The error number of the system call that failed last on a connection of SQLite; 0 when it is not known.
  ///
  /// SQLite keeps it for statements, but not for what fails in a commit: then the files know.
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

  /// Whether the disk that holds a file has no space left.
  static func hasNoSpace(at path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_blocks > 0 && status.f_bavail == 0
  }
}
