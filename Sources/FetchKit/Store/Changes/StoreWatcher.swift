internal import Dispatch
internal import Foundation
internal import GRDB
internal import Glibc

/// Watches the store's files with inotify to notice commits of other processes.
///
/// It takes no time while nothing is written, and checks at most some times a second during many writes. Where the
/// system cannot watch files, for example because the user's inotify instances are all taken, it checks each second.
final class StoreWatcher: Sendable {
  /// Documented as thread-safe, but not `Sendable`; kept to cancel it.
  nonisolated(unsafe) private let source: any DispatchSourceProtocol

  /// A check for changes, with the milliseconds before it.
  private enum Check: Int {
    /// It sees most commits.
    case first = 10
    case next = 25
    /// A commit becomes visible shortly after its last write, through shared memory that inotify does not watch.
    case last = 100
  }

  /// Calls `body` after writes to the files of a store, with true after the last one.
  init(path: String, _ body: @escaping @Sendable (_ isQuiet: Bool) -> Void) {
    source = Self.watch(path, body) ?? Self.timer(body)
    source.activate()
  }

  private static func timer(
    _ body: @escaping @Sendable (_ isQuiet: Bool) -> Void
  ) -> any DispatchSourceProtocol {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "fetchkit.watch"))
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
    timer.setEventHandler { body(false) }
    return timer
  }

  /// nil when the system cannot watch the files.
  private static func watch(
    _ path: String, _ body: @escaping @Sendable (_ isQuiet: Bool) -> Void
  ) -> (any DispatchSourceProtocol)? {
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
      // A source that is canceled closes its file when it resumes.
      Self.look(.first, on: queue, take, body, while: { !source.isCancelled }) { source.resume() }
    }
    source.setCancelHandler { close(descriptor) }
    return source
  }

  deinit { source.cancel() }

  /// Checks until writes stop, and then a last time.
  private static func look(
    _ check: Check, on queue: DispatchQueue,
    _ take: @escaping @Sendable () -> Bool, _ body: @escaping @Sendable (Bool) -> Void,
    while isWatching: @escaping @Sendable () -> Bool, end: @escaping @Sendable () -> Void
  ) {
    queue.asyncAfter(deadline: .now() + .milliseconds(check.rawValue)) {
      guard isWatching() else { return end() }
      let isFollowed = take()
      body(check == .last && !isFollowed)
      switch check {
      case _ where isFollowed, .first:
        look(.next, on: queue, take, body, while: isWatching, end: end)
      case .next: look(.last, on: queue, take, body, while: isWatching, end: end)
      case .last: end()
      }
    }
  }
}

private enum InotifyEvents {
  /// Reads all pending events and returns whether any concerns the store or its log.
  static func take(from descriptor: Int32, about name: String) -> Bool {
    var isAbout = false
    let names = [name, name + "-wal", name + "-journal"]
    let size = 64 * 1024
    let buffer = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<inotify_event>.alignment)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer, size)
      guard count > 0 else { return isAbout }
      isAbout =
        self.names(in: UnsafeRawBufferPointer(start: buffer, count: count)).contains { name in
          name.map(names.contains) ?? true
        } || isAbout
    }
  }

  /// The file names of events, nil for events that were lost; each event is a header and a name padded with NULs.
  private static func names(in bytes: UnsafeRawBufferPointer) -> [String?] {
    var names: [String?] = []
    var offset = 0
    let header = MemoryLayout<inotify_event>.size
    while offset + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let length = Int(event.len)
      let name = bytes[(offset + header)..<(offset + header + length)].prefix { $0 != 0 }
      let isOverflow = event.mask & UInt32(IN_Q_OVERFLOW) != 0
      names.append(isOverflow ? nil : String(decoding: name, as: UTF8.self))
      offset += header + length
    }
    return names
  }
}
