import FetchKit
import Foundation

/// The file of an export, which gets its name when it is complete.
struct ExportFile {
  /// Where the bytes go until the file is complete.
  private enum Place {
    /// Standard output, a pipe or a device, which are written to as they are.
    case final
    /// An unnamed file, which disappears if the program is killed.
    case nameless
    /// For file systems without unnamed files.
    case folder(PrivateFolder)
  }

  /// The name of the file in a private folder.
  private static let name = "export"

  let output: DataOutput
  private let descriptor: Int32
  private let path: String
  private let place: Place

  /// Opens a file to write to; nil is standard output. `isNameless` says whether a file may be without a name.
  init(_ path: String?, endsProgram: Bool = true, isNameless: Bool = true) throws {
    guard let path, path != "-" else {
      (output, descriptor, self.path, place) = (StandardOutput.file, STDOUT_FILENO, "", .final)
      return
    }
    let isSpecial =
      FileManager.default.fileExists(atPath: path) && (!Self.isRegular(path) || Self.isOpen(path))
    // The link to a pipe, such as `/dev/fd/63`, leads to no path.
    let target = isSpecial ? path : Self.target(of: path)
    self.path = target
    guard isSpecial || !Self.isDatabase(target) else {
      throw Self.failure(
        .cannotCreate, path, ErrorMessage("export.database", "it is a database, such as a store"))
    }
    (place, descriptor) = try Self.open(target, isSpecial: isSpecial, isNameless: isNameless)
    // Ending the program would leave a private folder.
    output = DataOutput(
      descriptor: descriptor, name: path, endsProgram: endsProgram && isSpecial)
  }

  private static func open(
    _ path: String, isSpecial: Bool, isNameless: Bool
  ) throws -> (Place, Int32) {
    if isSpecial { return (.final, try open(path, O_WRONLY | O_APPEND, for: path)) }
    if isNameless, let file = nameless(beside: path) { return (.nameless, file) }
    do {
      let folder = try PrivateFolder(beside: path)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      return (.folder(folder), try open(folder.path(of: name), flags, for: path))
    } catch let error as StoreError {
      throw failure(.cannotCreate, path, error.errorMessage)
    }
  }

  private static func open(_ file: String, _ flags: Int32, for path: String) throws -> Int32 {
    let descriptor = Foundation.open(file, flags | O_CLOEXEC, 0o666)
    guard descriptor < 0 else { return descriptor }
    throw failure(.cannotCreate, path, SystemError.message(errno))
  }

  private static func failure(
    _ code: Failure.Code, _ path: String, _ reason: ErrorMessage
  ) -> Failure {
    Failure(code, ErrorMessage("store.write", "cannot write \(path): \(reason)"))
  }

  /// The path that the user's own links at a path lead to. Links of others may be planted, and are replaced.
  private static func target(of path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard isOwnLink(path),
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      else { break }
      path = target.hasPrefix("/") ? target : FileAccess.folder(of: path) + "/" + target
    }
    return path
  }

  private static func isOwnLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      && status.st_uid == geteuid()
  }

  /// Whether a path names a file that the process was started with, such as `/dev/stdout`.
  private static func isOpen(_ path: String) -> Bool {
    path == "/dev/stdout" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the file is an SQLite database, such as the store that is exported.
  private static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    let magic = Data("SQLite format 3\0".utf8)
    return (try? file.read(upToCount: magic.count)) == magic
  }

  /// Opens an unnamed file in the folder of a path; nil if the file system does not support it.
  private static func nameless(beside path: String) -> Int32? {
    guard access("/proc/self/fd", F_OK) == 0 else { return nil }
    // `O_TMPFILE`, which Swift does not see.
    let temporary = 0o20_000_000 | O_DIRECTORY
    let descriptor = Foundation.open(
      FileAccess.folder(of: path), O_WRONLY | O_CLOEXEC | temporary, 0o666)
    return descriptor >= 0 ? descriptor : nil
  }
}

// MARK: - Ending

extension ExportFile {
  /// Names the file, replacing an existing one.
  func finish() throws {
    output.flush()
    if let reason = output.failure {
      discard()
      throw Self.failure(.cannotWrite, path, reason)
    }
    do {
      try publish()
    } catch let error as StoreError {
      throw Self.failure(.cannotWrite, path, error.errorMessage)
    }
  }

  /// Removes an incomplete file.
  func discard() {
    if !path.isEmpty { output.close() }
  }

  private func publish() throws {
    guard !path.isEmpty else { return }
    defer { output.close() }
    switch place {
    case .final: return
    case .folder(let folder): try publish(from: folder)
    case .nameless:
      // Only a file with a name can replace another.
      let folder = try PrivateFolder(beside: path)
      try folder.link(descriptor, as: Self.name)
      try publish(from: folder)
    }
  }

  private func publish(from folder: PrivateFolder) throws {
    _ = try folder.publish(Self.name, as: path, mode: mode, ifExists: .replace)
  }

  /// The mode of the replaced file, or else the default mode of new files.
  private var mode: UInt32 {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      return status.st_mode & 0o777
    }
    return fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : 0o600
  }
}
