internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// A new file that gets its name when it is complete; only one program at a time writes it.
///
/// Until then it has a random name, so that nobody else can prepare a file or a link there.
struct UnfinishedFile: Sendable {
  let handle: FileHandle
  private let path: String

  private static let ending = ".unfinished"

  /// Creates the file; nil when another program is writing it.
  init?(of path: String) throws {
    guard Self.removeAbandoned(path) else { return nil }
    self.path = "\(path).\(UUID().uuidString)\(Self.ending)"
    let descriptor = open(self.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  func rename(to path: String) throws {
    guard Glibc.rename(self.path, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  func remove() { unlink(path) }

  /// Removes what programs left that ended while they wrote; false when one is still writing.
  private static func removeAbandoned(_ path: String) -> Bool {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.allSatisfy { name in
      guard name.hasPrefix(url.lastPathComponent + "."), name.hasSuffix(ending) else { return true }
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
