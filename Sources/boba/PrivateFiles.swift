import Foundation

/// Folders and files that the program makes for this user alone.
enum PrivateFiles {
  /// Makes a folder and those above it; closes one that an earlier version left open to others. False when
  /// there is no folder then.
  static func makeFolder(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) != 0 else {
      let isOurs = status.st_uid == geteuid() && status.st_mode & S_IFMT == S_IFDIR
      if isOurs, status.st_mode & 0o077 != 0 { chmod(path, 0o700) }
      return status.st_mode & S_IFMT == S_IFDIR
    }
    return makeMissing(URL(filePath: path).standardizedFileURL.path)
  }

  private static func makeMissing(_ path: String) -> Bool {
    if FileManager.default.fileExists(atPath: path) { return true }
    let parent = URL(filePath: path).deletingLastPathComponent().path
    guard parent != path, makeMissing(parent) else { return false }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  /// Writes a file that appears under its name when it is complete.
  static func write(_ data: Data, to path: String) throws {
    let unfinished = "\(path).\(UUID().uuidString)"
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    do {
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: data)
      guard rename(unfinished, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      unlink(unfinished)
      throw error
    }
  }
}
