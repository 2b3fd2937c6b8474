internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// A new file that replaces another one when it is complete. Only one program at a time writes it.
///
/// Until then it has a random name, so that no file or link can be planted there.
struct AtomicFile: Sendable {
  let handle: FileHandle
  private let path: String

  private static let suffix = ".unfinished"

  /// Creates the file that will replace the one at `path`; nil while another program does.
  init?(of path: String) throws {
    guard Self.removeAbandoned(path) else { return nil }
    self.path = "\(path).\(UUID().uuidString)\(Self.suffix)"
    let descriptor = open(self.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  func rename(to path: String) throws {
    guard Glibc.rename(self.path, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func remove() { unlink(path) }

  /// Removes the files of programs that ended while writing; false while one is still writing.
  private static func removeAbandoned(_ path: String) -> Bool {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.allSatisfy { name in
      guard name.hasPrefix(url.lastPathComponent + "."), name.hasSuffix(suffix) else { return true }
      return removeUnlessLocked(folder + "/" + name)
    }
  }

  private static func removeUnlessLocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    unlink(path)
    return true
  }
}
