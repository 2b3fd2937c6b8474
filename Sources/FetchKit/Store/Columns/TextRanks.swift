internal import GRDB
internal import Synchronization

/// The places of texts among each other, as SQLite compares them: byte by byte.
enum TextRanks {
  /// The place of each row's text from 1 on, the same for the same texts; 0 where there is none. nil when
  /// they are too many to be sorted in memory.
  static func read(_ rows: borrowing SQLiteStatement, size: Int) throws -> PackedNumbers? {
    var table = WordTable()
    var numbers = PackedNumbers()
    numbers.grow(to: size)
    var fits = true
    try rows.forEachRow { row in
      let key = row.integer(0)
      guard key >= 0, key < Int64(size) else { return fits = false }
      switch row.cell(1, as: .string) {
      case .null: break
      case .text(let text):
        if let number = table.number(of: text) {
          numbers.set(number + 1, at: Int(key))
        } else {
          fits = false
        }
      case .bool, .integer, .double, .date, .data, .list: fits = false
      }
    }
    guard fits else { return nil }
    let ranks = table.ranks
    numbers.replaceAll { $0 == 0 ? 0 : ranks[Int($0) - 1] + 1 }
    return numbers
  }
}

/// The ranks that were read last, at most four bytes a row; they hold while nothing changes in the store.
final class RankMemory: Sendable {
  struct Held: Sendable {
    /// A text that is the same for what reads the same texts.
    let texts: String
    let sequence: Int64
    let ranks: PackedNumbers
  }

  private let held = Mutex<Held?>(nil)

  /// The ranks of some texts of so many rows at a point of the change log; `read` has to read them when they
  /// are not held.
  func ranks(
    of texts: SQLFragment, size: Int, at sequence: Int64, _ read: () throws -> PackedNumbers?
  ) rethrows -> PackedNumbers? {
    let texts = "\(texts.sql) \(texts.bindings)"
    if let known = latest, known.texts == texts, known.sequence == sequence,
      known.ranks.count >= size
    {
      return known.ranks
    }
    guard let ranks = try read() else { return nil }
    keep(Held(texts: texts, sequence: sequence, ranks: ranks))
    return ranks
  }

  /// The ranks that were read last; nil before.
  var latest: Held? { held.withLock(\.self) }

  func keep(_ ranks: Held) { held.withLock { $0 = ranks } }
}

extension RankMemory.Held {
  func write(to file: inout ColumnWriter) throws {
    try file.write(texts)
    try file.write(sequence)
    try ranks.write(to: &file)
  }

  /// Reads ranks; throws when they leave a place out.
  init(from file: inout ColumnReader) throws {
    texts = try file.text()
    sequence = try file.number()
    ranks = try PackedNumbers(from: &file)
    guard ranks.isDense else { throw ColumnReader.Damage() }
  }
}
