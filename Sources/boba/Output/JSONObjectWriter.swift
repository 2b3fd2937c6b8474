import FetchKit

/// Writes rows as JSON objects.
struct JSONObjectWriter {
  /// A member without anything that is counted: copying one is done for each cell.
  private struct Member {
    /// Where the key is in `keys`, with its quotes and colon.
    let key: Range<Int>
    /// The keys of a list's objects; empty for a plain value.
    let parts: Range<Int>
    /// The first cell.
    let place: Int
    let isDistance: Bool
  }

  private var members: [Member] = []
  /// Where the keys of lists' objects are in `keys`.
  private var parts: [Range<Int>] = []
  private var keys: [UInt8] = []
  private let omitsMissing: Bool

  /// `omitsMissing` leaves columns without a value out.
  init(_ columns: [RecordColumn], omitsMissing: Bool = false) {
    self.omitsMissing = omitsMissing
    var place = 0
    for column in columns {
      let key = add(column.key)
      let first = parts.count
      for part in column.parts { parts.append(add(part)) }
      members.append(
        Member(key: key, parts: first..<parts.count, place: place, isDistance: column.isDistance))
      place += column.width
    }
  }

  private mutating func add(_ key: String) -> Range<Int> {
    let start = keys.count
    keys.appendJSON(key)
    keys.append(UInt8(ascii: ":"))
    return start..<keys.count
  }

  /// Writes an object; cells behind those of the columns are left alone.
  func write(_ row: [RowCell], to bytes: inout [UInt8]) {
    keys.withUnsafeBufferPointer { keys in
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in members where !(omitsMissing && row[member.place].isNull) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: keys[member.key]))
        write(member, row, keys, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func write(
    _ member: Member, _ row: [RowCell], _ keys: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    if !member.parts.isEmpty {
      writeObjects(member, row, keys, to: &bytes)
    } else if member.isDistance {
      bytes.appendJSON(row[member.place].wholeMeters)
    } else {
      bytes.appendJSON(row[member.place])
    }
  }

  /// Several lists of the same length as a list of objects.
  private func writeObjects(
    _ member: Member, _ row: [RowCell], _ keys: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "["))
    if case .list(let first) = row[member.place] {
      for index in first.indices {
        bytes.append(index > 0 ? ",{" : "{")
        for (offset, part) in member.parts.enumerated() {
          guard case .list(let cells) = row[member.place + offset] else { continue }
          if offset > 0 { bytes.append(UInt8(ascii: ",")) }
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: keys[parts[part]]))
          bytes.appendJSON(cells[index])
        }
        bytes.append(UInt8(ascii: "}"))
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
