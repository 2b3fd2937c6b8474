internal import CColumns
internal import FetchKit
internal import Foundation
internal import Glibc

/// The file beside a store that keeps its columns, so that the next program need not read all rows.
///
/// The file belongs to the store that has its token. Each file gets a new random token, which is written into the
/// store in the transaction that gives the file its name: a store with the token has only changed since by
/// what its change log lists, however files were copied meanwhile.
///
/// Layout, in the byte order of the machine: sections with the rows of the `ColumnTable`, each of its columns, up to two
/// `Order`s and an optional `SortRankCache.Entry`; then the format and the schema as text, the token, and the name, end and
/// checksum of each section; at last the offset of that table and its checksum. An array is preceded by its count. A
/// reader needs the table and the sections that answer its question.
struct ColumnFile: Sendable {
  struct Order: Sendable {
    /// Equal for the same order.
    let id: String
    let sequence: Int64
    let list: OrderedIDs
  }

  struct Content: Sendable {
    let table: ColumnTable
    /// The order of the configuration.
    let order: Order?
    let ranks: SortRankCache.Entry?
    /// The order by the identifier, for programs that read only what they need.
    var identifierOrder: Order?
  }

  let path: String
  private let storePath: String
  /// The format, the entity and the tables that the columns are derived from.
  private let header: String

  private static let format = "fetchkit columns 4"
  static let orderSection = "order"
  static let identifierOrderSection = "identifier order"
  private static let ranksSection = "ranks"

  init(_ entity: EntityDescription, of store: FetchStore) {
    storePath = store.path
    path = store.path + "-columns"
    header = "\(Self.format) \(entity.name) \(store.schemaFingerprint)"
  }

  /// Opens the file; throws when it does not belong to the store as a snapshot sees it.
  func open(_ snapshot: StoreSnapshot) throws -> ColumnFileReader {
    guard let token = try snapshot.derivedFileToken else { throw ColumnFileReader.Damage() }
    return try ColumnFileReader(path: path, beside: storePath, header: header, token: token)
  }

  static func order(_ section: String, _ file: inout ColumnFileReader) throws -> Order? {
    try file.hasSection(section) ? file.readSection(section) { try Order(from: &$0) } : nil
  }

  static func ranks(_ file: inout ColumnFileReader) throws -> SortRankCache.Entry? {
    try file.hasSection(ranksSection)
      ? file.readSection(ranksSection) { try SortRankCache.Entry(from: &$0) } : nil
  }

  /// Writes the file and makes it the one of the store; does nothing while another program writes it.
  func write(_ content: Content, into store: FetchStore) async throws {
    guard let (pending, token) = try pendingFile(content) else { return }
    try await store.setDerivedFileToken(token) { [path] in try pending.rename(to: path) }
  }

  /// Writes the file, as the asynchronous method does.
  func write(_ content: Content, into store: FetchStore) throws {
    guard let (pending, token) = try pendingFile(content) else { return }
    try store.setDerivedFileToken(token) { try pending.rename(to: path) }
  }

  /// The complete file under another name, and its token; nil while another program writes one.
  private func pendingFile(_ content: Content) throws -> (AtomicFile, token: UInt64)? {
    guard let pending = try AtomicFile(of: path) else { return nil }
    let token = UInt64.random(in: 1 ... .max)
    var file = ColumnFileWriter(pending.handle)
    try content.table.write(to: &file)
    if let order = content.order {
      try file.writeSection(Self.orderSection) { try order.write(to: &$0) }
    }
    if let order = content.identifierOrder {
      try file.writeSection(Self.identifierOrderSection) { try order.write(to: &$0) }
    }
    if let ranks = content.ranks {
      try file.writeSection(Self.ranksSection) { try ranks.write(to: &$0) }
    }
    try file.end(header: header, token: token)
    return (pending, token)
  }
}

extension ColumnFile.Order {
  func write(to file: inout ColumnFileWriter) throws {
    try file.write(id)
    try file.write(sequence)
    try file.write(list.compactIDs?.ids ?? [])
  }

  /// Reads an order; throws for an id that is beyond the limit or repeated.
  init(from file: inout ColumnFileReader) throws {
    id = try file.text()
    sequence = try file.number()
    let ids = try file.elements(UInt32.self, atMost: OrderedIDs.compactLimit)
    let maximum = Int(ccolumns_greatest_32(ids, Int64(ids.count)))
    guard sequence >= 0, maximum < OrderedIDs.compactLimit else { throw ColumnFileReader.Damage() }
    var members = Bitmap(size: maximum + 1)
    members.formUnion(ids)
    guard members.count == ids.count else { throw ColumnFileReader.Damage() }
    list = OrderedIDs(ids, members: members)
  }
}

/// A new file that replaces another one when it is complete. Only one program at a time writes it.
///
/// Until then it has a random name, so that no file or link can be planted there. It is deleted unless it replaces the
/// other one.
final class AtomicFile: Sendable {
  let handle: FileHandle
  private let path: String

  private static let suffix = ".unfinished"

  /// Creates the file that will replace the one at `path`; nil while another program does.
  init?(of path: String) throws {
    guard Self.removeAbandoned(path) else { return nil }
    self.path = "\(path).\(UUID().uuidString)\(Self.suffix)"
    let descriptor = open(self.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  deinit { unlink(path) }

  func rename(to path: String) throws {
    guard Glibc.rename(self.path, path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

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
