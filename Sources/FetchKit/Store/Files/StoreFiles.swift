internal import Foundation
internal import Glibc

/// The files of a store: the database, and those that SQLite keeps beside it.
struct StoreFiles {
  /// The database.
  let path: String

  private static let suffixes = ["-wal", "-shm", "-journal"]

  /// The same with an absolute path and symbolic links followed, as SQLite does.
  var resolved: StoreFiles { StoreFiles(path: Self.resolved(path)) }

  private static func resolved(_ path: String) -> String {
    if let real = realPath(path) { return real }
    // The file does not exist yet, unlike its folder.
    guard errno == ENOENT, let name = path.split(separator: "/").last,
      let folder = realPath(FileAccess.folder(of: path))
    else { return path }
    let own = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: own) else {
      return own
    }
    return resolved(target.hasPrefix("/") ? target : "\(folder)/\(target)")
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The database's owner, group and mode; nil when it does not exist.
  ///
  /// Throws a `StoreError` when the path leads to something that is not a file.
  func status() throws(StoreError) -> stat? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(.cannotOpen, "store.notFile", "not a regular file")
    }
    return status
  }

  /// Throws a `StoreError` when the path leads to something that is not a file, or the folder does not exist.
  func checkPlace() throws(StoreError) {
    do throws(StoreError) {
      let folder = FileAccess.folder(of: path)
      guard try status() == nil, access(folder, F_OK) != 0, errno == ENOENT else { return }
      throw StoreError(.cannotOpen, "store.noFolder", "the folder \(folder) does not exist")
    } catch {
      throw StoreError(error.code, "store.open", "cannot open \(path): \(error.errorMessage)")
    }
  }

  /// Throws a `StoreError` when the system cannot read the database or its log.
  func checkReadable() throws(StoreError) {
    do {
      for suffix in ["", "-wal"] { try Self.read(path + suffix) }
    } catch {
      let name = ErrorMessage("store.file", "\(path)")
      let message = ErrorMessage("store.read", "cannot read \(name): \(error.errorMessage)")
      throw StoreError(error.code, message)
    }
  }

  private static func read(_ path: String) throws(StoreError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw .systemReason()
    }
    defer { close(file) }
    var offset = 0
    while let block = try DamagedFile.read(file, 1 << 20, at: offset) { offset += block.count }
  }

  /// A path beside the store that is not in use: its own with a label and the time.
  func unusedPath(_ label: String) -> String {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    let date = String(
      format: "%04d%02d%02d-%02d%02d%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
      parts.tm_hour, parts.tm_min, parts.tm_sec)
    let first = "\(path).\(label)-\(date)"
    let candidates = [first] + (2...99).map { "\(first)-\($0)" }
    return candidates.first { StoreFiles(path: $0).isUnused } ?? first
  }

  /// Whether no file has the path, or that of a file that SQLite would use as its log.
  var isUnused: Bool { occupied == nil }

  /// The path of a file that is there already: the database, or one that SQLite would use as its log.
  private var occupied: String? {
    ([""] + Self.suffixes).map { path + $0 }.first { path in
      var status = stat()
      return lstat(path, &status) == 0 || errno != ENOENT
    }
  }

  func checkUnused() throws(StoreError) {
    guard let occupied else { return }
    guard occupied != path else { throw StoreError(.cannotWrite, SystemError.message(EEXIST)) }
    throw StoreError(
      .cannotWrite, "store.logExists",
      "\(occupied) exists, and SQLite would read it as a part of the new file: move it away")
  }

  /// Renames the files of a store that nobody can use, and returns the new path of the database.
  func setAside(_ label: String) throws(StoreError) -> String {
    let target = unusedPath(label)
    // The database comes last: a log without one would be taken for that of the next store.
    for suffix in Self.suffixes + [""] {
      guard rename(path + suffix, target + suffix) == 0 || errno == ENOENT else {
        throw .systemReason()
      }
    }
    PrivateFolder.syncFolder(of: path)
    return target
  }

  /// Gives a file of a folder the name of the store, and the owner and the mode of the one that was there.
  func place(_ name: String, from folder: PrivateFolder, like status: stat?) throws(StoreError) {
    // Only root can give a file away; for everybody else it stays theirs.
    if let status { _ = chown(folder.path(of: name), status.st_uid, status.st_gid) }
    let mode = status.map { $0.st_mode & 0o777 } ?? 0o600
    guard try folder.publish(name, as: path, mode: mode) else {
      throw StoreError(
        .locked, "store.createdMeanwhile", "another program created the store meanwhile")
    }
  }
}
