import FetchKit
import Foundation

/// Private folders and files.
enum PrivateFiles {
  /// Creates a folder and its missing parents with mode 0700, as XDG asks.
  static func createFolder(_ path: String) throws {
    guard !path.isEmpty, !FileManager.default.fileExists(atPath: path) else { return }
    try createFolder(URL(filePath: path).deletingLastPathComponent().path)
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    let reason = SystemError.reason(errno)
    throw Failure(.cannotCreate, "cannot create the folder \(path): \(reason)")
  }

  /// Creates the state folder; restricts one that an earlier version left readable by others.
  static func createStateFolder(_ path: String) throws {
    try createFolder(URL(filePath: path).standardizedFileURL.path)
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid == geteuid() else { return }
    if status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o077 != 0 { chmod(path, 0o700) }
  }

  /// Writes a file under a temporary name, then renames it.
  static func write(_ data: Data, to path: String) throws {
    let temporary = "\(path).\(UUID().uuidString)"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(temporary, flags, 0o600)
    guard descriptor >= 0 else { throw cannotWrite(path, errno) }
    do {
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: data)
      guard rename(temporary, path) == 0 else { throw cannotWrite(path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func cannotWrite(_ path: String, _ code: Int32) -> Failure {
    Failure(.cannotWrite, "cannot write \(path): \(SystemError.reason(code))")
  }
}
