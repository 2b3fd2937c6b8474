internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

extension Store {
  /// The number of the file that is at the path now; nil when there is none, and for a store in memory.
  ///
  /// It changes when the file was deleted or replaced: then nothing that is written here is kept.
  public var fileNumber: UInt64? {
    var status = stat()
    guard path != ":memory:", stat(path, &status) == 0 else { return nil }
    return UInt64(status.st_ino)
  }
}
