import FetchKit

/// Writes rows as JSON objects.
struct JSONObjectWriter {
  private struct Member {
    let column: RecordColumn
    /// The key with its quotes and colon.
    let key: [UInt8]
    /// The keys of a list's objects, in the same way.
    let parts: [[UInt8]]
    /// The first cell.
    let place: Int
  }

  private let members: [Member]
  private let omitsMissing: Bool

  init(_ columns: [RecordColumn], omitsMissing: Bool = false) {
    var place = 0
    members = columns.map { column in
      defer { place += column.width }
      return Member(
        column: column, key: Self.key(column.key), parts: column.parts.map(Self.key), place: place)
    }
    self.omitsMissing = omitsMissing
  }

  private static func key(_ name: String) -> [UInt8] { Array("\(JSONText.string(name)):".utf8) }

  /// Writes an object; cells behind those of the columns are left alone.
  func write(_ row: [RowCell], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in members where !(omitsMissing && row[member.place].isNull) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.append(contentsOf: member.key)
      if member.parts.isEmpty {
        bytes.appendJSON(member.column.shown(row[member.place]))
      } else {
        write(member, row, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Several lists of the same length as a list of objects.
  private func write(_ member: Member, _ row: [RowCell], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    guard case .list(let first) = row[member.place] else { return bytes.append(UInt8(ascii: "]")) }
    for index in first.indices {
      bytes.append(index > 0 ? ",{" : "{")
      for (offset, key) in member.parts.enumerated() {
        guard case .list(let cells) = row[member.place + offset] else { continue }
        if offset > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: key)
        bytes.appendJSON(cells[index])
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
