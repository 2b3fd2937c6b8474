import FetchKit
import JSONStream
import Venues

/// Reads the lists of our own exports: elements in JSON, and a column for each part in CSV.
enum ExportedLists {
  /// The names of the keys of a list.
  private struct Names {
    let list: VenueList
    let name: FieldName
    /// For the elements in JSON, and for the columns in CSV.
    let keys, headers: [FieldName]
    let parts: [VenueList.Part]
  }

  private static let names: [Names] = {
    let names = Dictionary(FieldName.spellings, uniquingKeysWith: { first, _ in first })
    return VenueList.allCases.map { list in
      Names(
        list: list, name: names[list.key] ?? .unknown,
        keys: list.parts.map { names[$0.key] ?? .unknown },
        headers: list.parts.map { names[$0.header] ?? .unknown }, parts: list.parts)
    }
  }()

  /// Reads the lists of a place, or of the `boba` of a place in a format of Foursquare.
  static func read(
    _ place: borrowing MemberIndex, in boba: JSONValue?, _ values: inout ValueReader,
    into record: inout VenueRecord
  ) {
    for names in names {
      let elements = boba == nil ? place[names.name] : boba?[names.name]
      if let elements, !names.list.isOfTexts, elements.kind == .array {
        record.removeAll(names.list)
        for element in elements.children { read(element, names, &values, into: &record) }
      } else {
        let columns = names.headers.map { header in
          values.texts(boba == nil ? place[header] : boba?[header], names.list.key)
        }
        append(columns, names, to: &record)
      }
    }
  }

  private static func read(
    _ element: JSONValue, _ names: Names, _ values: inout ValueReader,
    into record: inout VenueRecord
  ) {
    guard element.kind == .object else {
      return values.report(names.list.key, expected: .object, element)
    }
    for (key, part) in zip(names.keys, names.parts) {
      let cell = cell(element[key], part.type, names.list.key, &values)
      record.append(cell, to: names.list)
    }
  }

  private static func cell(
    _ value: JSONValue?, _ type: AttributeType, _ field: String, _ values: inout ValueReader
  ) -> VenueRecord.Cell {
    switch type {
    case .date: VenueRecord.Cell(values.date(value, field))
    case .integer: VenueRecord.Cell(values.count(value, field))
    case .string, .double, .boolean, .data: VenueRecord.Cell(values.prose(value, field))
    }
  }

  /// Each column has a value for each element, or is missing.
  private static func append(
    _ columns: [[TextSlice?]], _ names: Names, to record: inout VenueRecord
  ) {
    let count = columns.reduce(0) { max($0, $1.count) }
    if count > 0 { record.removeAll(names.list) }
    for index in 0..<count {
      for (column, part) in zip(columns, names.parts) {
        let text = column.count == count ? column[index] : nil
        record.append(cell(text, part.type), to: names.list)
      }
    }
  }

  private static func cell(_ text: TextSlice?, _ type: AttributeType) -> VenueRecord.Cell {
    switch type {
    case .date: VenueRecord.Cell(text.flatMap { ISO8601Date.seconds($0.bytes) })
    case .integer: VenueRecord.Cell(text.flatMap { DecimalNumber.integer($0) })
    case .string, .double, .boolean, .data: VenueRecord.Cell(text)
    }
  }
}
