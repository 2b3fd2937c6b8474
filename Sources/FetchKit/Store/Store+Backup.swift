internal import Foundation
internal import GRDB

extension Store {
  /// Copies the store into a file while it is in use; what others write meanwhile is in the copy or is not.
  ///
  /// The copy appears under its name when it is whole. Throws a `StoreError` when the file is there already.
  public func backup(to path: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotWrite, "there is a file \(path) already")
    }
    let unfinished = path + ".unfinished"
    try? FileManager.default.removeItem(atPath: unfinished)
    try storing {
      let copy = try DatabaseQueue(path: unfinished)
      try connection.backup(to: copy)
      try copy.close()
    }
    guard rename(unfinished, path) == 0 else {
      throw StoreError(.cannotWrite, "cannot write \(path): \(String(cString: strerror(errno)))")
    }
  }
}
