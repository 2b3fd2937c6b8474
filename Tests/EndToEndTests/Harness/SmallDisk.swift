import Foundation
import Glibc

/// A disk of a few megabytes in memory, mounted while a test runs.
final class SmallDisk: Sendable {
  /// The mount point.
  let folder: String

  /// Whether this user may mount one; elsewhere the tests that need one are skipped.
  static let isAllowed: Bool = {
    let disk = try? SmallDisk(
      at: NSTemporaryDirectory() + "boba-disk-\(UUID().uuidString)", megabytes: 1)
    return disk != nil
  }()

  /// Mounts a disk in a new folder.
  init(at folder: String, megabytes: Int) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    guard mount("tmpfs", folder, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      rmdir(folder)
      throw ChildProcess.Failed(message: "cannot mount: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    umount2(folder, Int32(MNT_DETACH))
    rmdir(folder)
  }

  /// Fills the remaining space.
  func fill() throws {
    let file = open(folder + "/fill", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let block = [UInt8](repeating: 0, count: 4096)
    while write(file, block, block.count) > 0 {}
  }

  /// The names of all files but the one that fills the disk.
  var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0 != "fill" }.sorted()
  }
}
