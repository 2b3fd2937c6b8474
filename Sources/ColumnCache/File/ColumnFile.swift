internal import CColumns
internal import FetchKit
internal import Foundation

/// The file beside a store that keeps its columns, so that the next program need not read all rows.
///
/// The file belongs to the store that has its token. Each file gets a new random token, which is written into the
/// store in the transaction that gives the file its name: a store with the token has only changed since by
/// what its change log lists, however files were copied meanwhile.
///
/// Layout, in the byte order of the machine: the format and the schema as text, the token, the `ColumnTable`,
/// an optional `Order`, an optional `SortRankCache.Entry`, a checksum. An array is preceded by its count.
struct ColumnFile: Sendable {
  /// An order of all rows.
  struct Order: Sendable {
    /// Equal for the same order.
    let id: String
    let sequence: Int64
    let list: OrderedIDs
  }

  struct Content: Sendable {
    let table: ColumnTable
    let order: Order?
    let ranks: SortRankCache.Entry?
  }

  let path: String
  private let storePath: String
  /// The format, the entity and the tables that the columns are derived from.
  private let header: String

  private static let format = "fetchkit columns 3"

  /// The file of an entity's columns beside a store.
  init(_ entity: EntityDescription, of store: Store) {
    storePath = store.path
    path = store.path + "-columns"
    header = "\(Self.format) \(entity.name) \(store.schemaFingerprint)"
  }

  /// The columns of some sources in the file; throws when it does not belong to the store as a snapshot sees it.
  func read(_ sources: [ColumnSource], _ snapshot: StoreSnapshot) throws -> Content {
    guard let token = try snapshot.derivedFileToken else { throw ColumnFileReader.Damage() }
    var file = try ColumnFileReader(path: path, beside: storePath)
    guard try file.text() == header, try file.number(UInt64.self) == token else {
      throw ColumnFileReader.Damage()
    }
    let content = Content(
      table: try ColumnTable(from: &file, sources),
      order: try file.flag() ? Order(from: &file) : nil,
      ranks: try file.flag() ? SortRankCache.Entry(from: &file) : nil)
    try file.end()
    return content
  }

  /// Writes the file and makes it the one of the store; does nothing while another program writes it.
  func write(_ content: Content, into store: Store) async throws {
    let token = UInt64.random(in: 1 ... .max)
    guard let pending = try AtomicFile(of: path) else { return }
    do {
      var file = ColumnFileWriter(pending.handle)
      try file.write(header)
      try file.write(token)
      try content.table.write(to: &file)
      try file.write(content.order != nil)
      try content.order?.write(to: &file)
      try file.write(content.ranks != nil)
      try content.ranks?.write(to: &file)
      try file.end()
      try await store.setDerivedFileToken(token) { [path] in try pending.rename(to: path) }
    } catch {
      pending.remove()
      throw error
    }
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
