internal import CColumns

/// A long list of identities in four bytes each, one after the other, and a bit for each that is there.
///
/// It costs a fifth of one in leaves and is cut out of another one in a millisecond. What it does not
/// know are the sort keys: where a row belongs, the store has to tell.
struct FlatIDs: Sendable {
  private(set) var rows: [UInt32]
  private var members: RowBits

  /// From which identity on a list is not flat.
  static let limit: Int64 = 1 << 26

  /// Rows in order, all below a size.
  init(_ rows: [UInt32], size: Int) {
    self.rows = rows
    members = RowBits(size: size)
    precondition(ccolumns_greatest_32(rows, Int64(rows.count)) < max(1, size))
    members.insert(rows)
  }

  private init(_ rows: [UInt32], members: RowBits) {
    self.rows = rows
    self.members = members
  }

  /// The place of a row; nil when it is not here.
  func index(of row: Int64) -> Int? {
    guard contains(row) else { return nil }
    let place = ccolumns_place(rows, Int64(rows.count), UInt32(truncatingIfNeeded: row))
    return place < 0 ? nil : Int(place)
  }

  func contains(_ row: Int64) -> Bool { members[Int(row)] }

  /// The rows that are in a set, in their order.
  func filtered(_ chosen: RowBits) -> FlatIDs {
    var kept = members
    var chosen = chosen
    chosen.grow(to: kept.words.count * 64)
    kept.formIntersection(chosen)
    let count = kept.count
    // One more, as the last row that is left out is written too.
    let rows = Array<UInt32>(unsafeUninitializedCapacity: count + 1) { buffer, filled in
      if let start = buffer.baseAddress {
        _ = ccolumns_keep(self.rows, Int64(self.rows.count), kept.words, start)
      }
      filled = count
    }
    return FlatIDs(rows, members: kept)
  }

  /// The same rows in another order.
  func reordered(_ rows: [UInt32]) -> FlatIDs { FlatIDs(rows, members: members) }

  /// Takes rows out and puts rows in; the edits are in the order of their places, at each of which
  /// rows come before one goes.
  mutating func apply(_ edits: [(index: Int, id: Int64, isArrival: Bool)]) {
    var result: [UInt32] = []
    result.reserveCapacity(rows.count + edits.count)
    var next = 0
    for edit in edits {
      result += rows[next..<edit.index]
      next = edit.isArrival ? edit.index : edit.index + 1
      if edit.isArrival { result.append(UInt32(truncatingIfNeeded: edit.id)) }
    }
    result += rows[next...]
    rows = result
    for edit in edits where !edit.isArrival { members[Int(edit.id)] = false }
    for edit in edits where edit.isArrival {
      members.grow(to: Int(edit.id) + 1)
      members[Int(edit.id)] = true
    }
  }
}

extension FlatIDs {
  func write(to file: inout ColumnWriter) throws { try file.write(rows) }

  /// Reads a list; throws when a row is beyond the limit or there twice.
  init(from file: inout ColumnReader) throws {
    let rows = try file.elements(UInt32.self, atMost: Int(Self.limit))
    let greatest = Int64(ccolumns_greatest_32(rows, Int64(rows.count)))
    guard greatest < Self.limit else { throw ColumnReader.Damage() }
    self.init(rows, size: Int(greatest) + 1)
    guard members.count == rows.count else { throw ColumnReader.Damage() }
  }
}
