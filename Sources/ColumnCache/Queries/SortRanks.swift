internal import FetchKit

/// The sort ranks of texts that were read last, until the store changes.
///
/// A rank is the position of a row's text among the distinct texts, compared byte by byte as SQLite does: from
/// 1 on, equal for equal texts, 0 for a missing one. Ranks take at most four bytes per row.
final class SortRankCache: Sendable {
  struct Entry: Sendable {
    /// Equal for the same texts.
    let textsID: String
    let sequence: Int64
    let ranks: PackedIntegers
  }

  private let entry = Protected<Entry?>(nil)

  var latest: Entry? { entry.withLock(\.self) }

  func keep(_ next: Entry?) { entry.withLock { $0 = next } }

  /// The ranks of what a descriptor compares, at a change, for rows below a size; nil when the texts are too
  /// many to sort in memory.
  func ranks(
    _ key: FetchSortDescriptor, of entity: EntityDescription, size: Int, at sequence: Int64,
    _ snapshot: StoreSnapshot
  ) throws -> PackedIntegers? {
    if let known = try known(key, of: entity, size: size, at: sequence) { return known }
    let textsID = try StoreSnapshot.sortKeyID(key, of: entity)
    guard let ranks = try Self.read(key, of: entity, size: size, snapshot) else { return nil }
    keep(Entry(textsID: textsID, sequence: sequence, ranks: ranks))
    return ranks
  }

  /// Whether the ranks were read last.
  func has(
    _ key: FetchSortDescriptor, of entity: EntityDescription, size: Int, at sequence: Int64
  ) throws -> Bool {
    try known(key, of: entity, size: size, at: sequence) != nil
  }

  private func known(
    _ key: FetchSortDescriptor, of entity: EntityDescription, size: Int, at sequence: Int64
  ) throws -> PackedIntegers? {
    guard let latest, latest.sequence == sequence, latest.ranks.count >= size,
      try latest.textsID == StoreSnapshot.sortKeyID(key, of: entity)
    else { return nil }
    return latest.ranks
  }

  private static func read(
    _ key: FetchSortDescriptor, of entity: EntityDescription, size: Int, _ snapshot: StoreSnapshot
  ) throws -> PackedIntegers? {
    var table = StringTable()
    var codes = PackedIntegers()
    codes.grow(to: size)
    var isWithinLimits = true
    try snapshot.forEachSortKey(key, of: entity) { id, row in
      guard id >= 0, id < Int64(size) else { return isWithinLimits = false }
      switch row.cell(0, as: .string) {
      case .null: break
      case .text(let text):
        if let index = table.index(inserting: text) {
          codes.set(index + 1, at: Int(id))
        } else {
          isWithinLimits = false
        }
      case .bool, .integer, .double, .date, .data, .list: isWithinLimits = false
      }
    }
    guard isWithinLimits else { return nil }
    let ranks = table.sortRanks
    codes.replaceAll { $0 == 0 ? 0 : ranks[Int($0) - 1] + 1 }
    return codes
  }
}

extension SortRankCache.Entry {
  func write(to file: inout ColumnFileWriter) throws {
    try file.write(textsID)
    try file.write(sequence)
    try ranks.write(to: &file)
  }

  /// Reads ranks; throws when one between 0 and the highest is missing.
  init(from file: inout ColumnFileReader) throws {
    textsID = try file.text()
    sequence = try file.number()
    ranks = try PackedIntegers(from: &file)
    guard ranks.isDense else { throw ColumnFileReader.Damage() }
  }
}

extension DictionaryEncoding {
  /// The sort ranks of the texts; nil for a column with other values.
  func sortRanks(_ comparison: FetchSortDescriptor.Comparison) -> PackedIntegers? {
    let keys = values.dropFirst().compactMap { $0.stringValue.map(comparison.key) }
    guard keys.count + 1 == values.count else { return nil }
    let order = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    var ranks = Array(repeating: UInt32(0), count: keys.count + 1)
    var rank: UInt32 = 0
    for (place, code) in order.enumerated() {
      if place == 0 || keys[order[place - 1]] != keys[code] { rank += 1 }
      ranks[code + 1] = rank
    }
    var result = codes
    result.replaceAll { ranks[Int($0)] }
    return result
  }
}
