internal import Foundation
internal import GRDB

/// A connection to a store that this user cannot write.
///
/// SQLite's locks are in files next to the store. Where these are missing and cannot be created, the file is read
/// without locks, and read again when it changed meanwhile.
final class ReadOnlyConnection: Sendable {
  /// A connection and, if it takes no locks, the files as they were when it was opened.
  private struct Opened {
    let queue: DatabaseQueue
    let unlocked: StoreFilesState?
  }

  let path: String
  private let configuration: Configuration
  private let isFolderWritable: Bool
  private let opened: Protected<Opened?>

  private static let timeout = Duration.seconds(5)
  private static let pause = 0.02

  /// Creates a connection; `isFolderWritable` is whether files can be created next to the store.
  init(path: String, _ configuration: Configuration, isFolderWritable: Bool) throws {
    self.path = path
    self.isFolderWritable = isFolderWritable
    var configuration = configuration
    configuration.readonly = true
    self.configuration = configuration
    opened = Protected(nil)
    try read { _ in }
  }

  private func open() throws -> Opened {
    var files = files
    if files.isFresh {
      // Two writes in quick succession can have the same modification time.
      Thread.sleep(forTimeInterval: Self.pause)
      files = self.files
    }
    if files.canLock {
      return Opened(
        queue: try DatabaseQueue(path: path, configuration: configuration), unlocked: nil)
    }
    guard !files.hasLog else { throw unmergedLog }
    let uri = "\(URL(filePath: path).absoluteString)?immutable=1"
    return Opened(
      queue: try DatabaseQueue(path: uri, configuration: configuration), unlocked: files)
  }

  /// Reads, and again while the store changes or is opened or closed meanwhile; throws `locked` after five seconds, or at
  /// once without `retries`.
  func read<Result>(retries: Bool = true, _ body: (Database) throws -> Result) throws -> Result {
    if !retries { try read { _ in } }
    let deadline = ContinuousClock.now + Self.timeout
    while true {
      do {
        let opened = try current()
        let result = Swift.Result { try opened.queue.read(body) }
        if isUnchanged(opened) { return try result.get() }
        guard retries, ContinuousClock.now < deadline else { throw changing }
      } catch let error where isWithoutLocks(error) {
        guard retries else { throw changing }
        opened.withLock { $0 = nil }
        guard ContinuousClock.now < deadline else { throw unmergedLog }
      }
      Thread.sleep(forTimeInterval: Self.pause)
    }
  }

  /// Whether the files for SQLite's locks and log were missing or incomplete, as they are for a moment when the owner
  /// opens or closes the store.
  private func isWithoutLocks(_ error: any Error) -> Bool {
    guard !isFolderWritable else { return false }
    guard let error = error as? DatabaseError else {
      return (error as? StoreError)?.errorMessage.id == unmergedLog.errorMessage.id
    }
    // A plain SQLITE_READONLY is a write; the others mean that the log cannot be read.
    return error.resultCode == .SQLITE_READONLY && error.extendedResultCode != .SQLITE_READONLY
      || error.resultCode == .SQLITE_CANTOPEN && access(path, R_OK) == 0
  }

  private var unmergedLog: StoreError {
    StoreError(
      .readOnly, "store.unmergedLog",
      "the store \(path) has changes in \(path)-wal that only a user who can write them can bring in: open it once as its owner"
    )
  }

  func close() throws { try opened.withLock { try $0?.queue.close() } }

  private var changing: StoreError {
    StoreError(
      .locked, "store.changing",
      "another program changes the store \(path) while it is read: try again later")
  }

  private func current() throws -> Opened {
    try opened.withLock { opened in
      if let opened, isUnchanged(opened) { return opened }
      // Close first, because closing a file releases the locks of this process on it.
      opened = nil
      let new = try open()
      opened = new
      return new
    }
  }

  private var files: StoreFilesState { StoreFilesState(path, isFolderWritable: isFolderWritable) }

  private func isUnchanged(_ opened: Opened) -> Bool {
    opened.unlocked.map { $0 == files } ?? true
  }
}

private struct StoreFilesState: Hashable {
  private let main: FileState?
  private let log: FileState?
  /// Bytes 24 to 27 of the file, see sqlite.org/fileformat2.html#file_change_counter.
  private let changeCounter: Data?
  /// Whether SQLite has, or can create, the file for its locks.
  let canLock: Bool

  init(_ path: String, isFolderWritable: Bool) {
    main = FileState(path: path)
    log = FileState(path: path + "-wal")
    canLock = isFolderWritable || FileIdentity(path: path + "-shm") != nil
    // Closing the file would release the locks of another connection.
    changeCounter = canLock ? nil : Self.changeCounter(path)
  }

  private static func changeCounter(_ path: String) -> Data? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return try? file.seek(toOffset: 24) == () ? file.read(upToCount: 4) : nil
  }

  /// Whether the file was written within the last 50 ms.
  var isFresh: Bool { main.map { abs($0.age) < 0.05 } ?? false }

  /// Whether the write-ahead log has changes.
  var hasLog: Bool { (log?.size ?? 0) > 0 }
}
