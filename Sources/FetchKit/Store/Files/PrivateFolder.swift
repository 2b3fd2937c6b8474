internal import CStore
internal import Foundation
internal import Glibc

/// A new folder beside a file that is about to be created: only this user can enter it.
///
/// Whatever is prepared in it, with all files that SQLite keeps beside a database, stays invisible to others
/// until `publish` gives it its name. The folder is removed with the value; one that a killed process left
/// behind is removed when the next one is created beside it.
package final class PrivateFolder {
  package let path: String
  /// Open and locked while the folder is in use.
  private let descriptor: Int32

  /// Creates a folder beside a file that may not exist yet.
  ///
  /// Throws a `StoreError` of code `cannotWrite` with the reason alone, such as `permission denied`.
  package init(beside file: String) throws(StoreError) {
    Self.removeAbandoned(beside: file)
    (path, descriptor) = try Self.create(in: FileAccess.folder(of: file))
  }

  deinit { Self.remove(path, descriptor) }

  package func path(of name: String) -> String { "\(path)/\(name)" }
}

// MARK: - Publishing

extension PrivateFolder {
  /// What `publish` does if the name exists.
  package enum Conflict {
    /// Keeps it. A disk that cannot give a name only if it is free first gets an empty file of that name, if
    /// that is allowed.
    case keep(orReserve: Bool)
    case replace
  }

  /// Writes a file of the folder through to the disk and moves it to a path on the same disk.
  ///
  /// Returns false, and leaves everything as it is, when a file with that name exists and is to be kept; a
  /// symbolic link counts as a file. The file keeps its mode when none is given. Throws a `StoreError` with the reason alone.
  package func publish(
    _ name: String, as target: String, mode: UInt32? = 0o600,
    ifExists conflict: Conflict = .keep(orReserve: true)
  ) throws(StoreError) -> Bool {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw .systemReason() }
    defer { close(file) }
    guard mode.map({ fchmod(file, $0) == 0 }) ?? true, fsync(file) == 0 else {
      throw .systemReason()
    }
    guard try move(name, to: target, conflict) else { return false }
    Self.syncFolder(of: target)
    return true
  }

  /// Names an open unnamed file in the folder.
  package func link(_ file: Int32, as name: String) throws(StoreError) {
    guard
      linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, name, AT_SYMLINK_FOLLOW) == 0
    else { throw .systemReason() }
  }

  private func move(
    _ name: String, to target: String, _ conflict: Conflict
  ) throws(StoreError) -> Bool {
    if case .keep(let canReserve) = conflict {
      if cstore_rename_if_free(descriptor, name, target) == 0 { return true }
      guard errno != EEXIST else { return false }
      if linkat(descriptor, name, AT_FDCWD, target, 0) == 0 {
        unlinkat(descriptor, name, 0)
        return true
      }
      guard errno != EEXIST else { return false }
      guard canReserve else { return false }
      guard try Self.reserve(target) else { return false }
    }
    guard renameat(descriptor, name, AT_FDCWD, target) == 0 else { throw .systemReason() }
    return true
  }

  /// Claims a name where the disk has no hard links, as on many USB sticks.
  private static func reserve(_ target: String) throws(StoreError) -> Bool {
    let file = Glibc.open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      if errno == EEXIST { return false }
      throw .systemReason()
    }
    close(file)
    return true
  }

  /// Writes the names in the folder of a file through to the disk, where it can do that.
  package static func syncFolder(of file: String) {
    let folder = Glibc.open(FileAccess.folder(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

// MARK: - Creating and removing

extension PrivateFolder {
  /// Hidden, because users need not see it.
  private static let prefix = ".fetchkit-private-"
  private static let attempts = 16

  /// Makes a folder that only this user can open, with a path that begins as given.
  package static func make(_ beginning: String) throws(StoreError) -> String {
    var template = Array((beginning + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .systemReason() }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func create(in parent: String) throws(StoreError) -> (String, Int32) {
    for _ in 0..<attempts {
      let path = try make("\(parent)/\(prefix)")
      // Another process may take it for an abandoned one until it is locked.
      if let descriptor = open(path, whenLocked: { $0 || errno != EWOULDBLOCK }) {
        return (path, descriptor)
      }
      let code = errno
      rmdir(path)
      errno = code
    }
    throw .systemReason()
  }

  package static func removeAbandoned(beside file: String) {
    let parent = FileAccess.folder(of: file)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      if let descriptor = open(path, whenLocked: { $0 }) { remove(path, descriptor) }
    }
  }

  /// Opens and locks a folder of this user; nil if it is gone or does not meet `condition`.
  ///
  /// Network file systems may not lock folders: those are used without a lock and never found abandoned.
  private static func open(_ path: String, whenLocked condition: (Bool) -> Bool) -> Int32? {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var (opened, named) = (stat(), stat())
    guard condition(flock(descriptor, LOCK_EX | LOCK_NB) == 0), fstat(descriptor, &opened) == 0,
      lstat(path, &named) == 0, opened.st_ino == named.st_ino, opened.st_dev == named.st_dev,
      opened.st_uid == geteuid()
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Deletes by the open folder, so that a link put in its place leads nowhere.
  private static func remove(_ path: String, _ descriptor: Int32) {
    for name in names(in: descriptor) { unlinkat(descriptor, name, 0) }
    rmdir(path)
    close(descriptor)
  }

  private static func names(in descriptor: Int32) -> [String] {
    guard let listing = fdopendir(dup(descriptor)) else { return [] }
    defer { closedir(listing) }
    rewinddir(listing)
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }
}

extension StoreError {
  /// Why the last call of the system failed, and nothing else.
  static func systemReason() -> StoreError {
    StoreError(.cannotWrite, SystemError.message(errno))
  }
}
