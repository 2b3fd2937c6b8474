internal import Dispatch
internal import Foundation
internal import GRDB

#if canImport(Glibc)
  internal import Glibc
#endif

/// Notices commits of other processes by watching the files of a store with inotify.
///
/// It takes no time while nothing is written. Commits of many writes, of this process too, are looked at
/// a few times per second, not at each write.
final class StoreWatcher: Sendable {
  /// Thread-safe as documented, though not by its type; kept to cancel it.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// The time between two checks while there are writes.
  private static let pause = DispatchTimeInterval.milliseconds(25)
  /// The time before the last check. A commit becomes visible shortly after its last write, through shared memory
  /// that inotify does not watch, so that a check at once may be too early.
  private static let delay = DispatchTimeInterval.milliseconds(100)

  /// Calls `body` after writes to the files of a store, with true when there are no more. Fails when the system
  /// cannot watch them.
  init?(path: String, _ body: @escaping @Sendable (_ isQuiet: Bool) -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(
      IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    guard inotify_add_watch(descriptor, FileAccess.folder(of: path), events) >= 0 else {
      close(descriptor)
      return nil
    }
    let name = URL(filePath: path).lastPathComponent
    let queue = DispatchQueue(label: "fetchkit.watch")
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    let take: @Sendable () -> Bool = { InotifyEvents.take(from: descriptor, about: name) }
    source.setEventHandler {
      guard take() else { return }
      source.suspend()
      Self.check(after: Self.pause, on: queue, take, body) { source.resume() }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
  }

  deinit { source.cancel() }

  /// Checks until there are no more writes, and then once more.
  private static func check(
    after delay: DispatchTimeInterval, isLast: Bool = false, on queue: DispatchQueue,
    _ take: @escaping @Sendable () -> Bool, _ body: @escaping @Sendable (Bool) -> Void,
    end: @escaping @Sendable () -> Void
  ) {
    queue.asyncAfter(deadline: .now() + delay) {
      let isFollowed = take()
      body(isLast && !isFollowed)
      if isFollowed {
        check(after: pause, on: queue, take, body, end: end)
      } else if isLast {
        end()
      } else {
        check(after: Self.delay, isLast: true, on: queue, take, body, end: end)
      }
    }
  }
}

/// Reads inotify events.
private enum InotifyEvents {
  /// Reads all pending events; returns whether one is about the store or its log.
  static func take(from descriptor: Int32, about name: String) -> Bool {
    var isRelevant = false
    let size = 64 * 1024
    let buffer = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<inotify_event>.alignment)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer, size)
      guard count > 0 else { return isRelevant }
      isRelevant =
        names(in: UnsafeRawBufferPointer(start: buffer, count: count)).contains { file in
          file == name || file == name + "-wal" || file == name + "-journal"
        } || isRelevant
    }
  }

  /// The file names of events: each is a header and a name padded with NULs.
  private static func names(in bytes: UnsafeRawBufferPointer) -> [String] {
    var names: [String] = []
    var offset = 0
    let header = MemoryLayout<inotify_event>.size
    while offset + header <= bytes.count {
      let length = Int(bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self).len)
      let name = bytes[(offset + header)..<(offset + header + length)].prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      offset += header + length
    }
    return names
  }
}
