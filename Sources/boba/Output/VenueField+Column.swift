import FetchKit
import Venues

extension VenueField {
  /// The default columns of a table.
  static let standardColumns: [VenueField] = [
    .name, .priceCategory, .distance, .rating, .tipCount, .checkinsCount, .specialCount,
  ]

  /// The fields for keys or key paths between commas, each once.
  static func fields(_ text: String) throws -> [VenueField] {
    let fields = try KeyList.keys(text).map { key in
      guard let field = VenueField(key: key) else {
        throw KeyList.error(for: key, "there is no column '\(key)'")
      }
      return field
    }
    try KeyList.checkRepetition(fields.map(\.key)) { "the column '\($0)' is there twice" }
    return fields
  }

  var column: RecordColumn {
    RecordColumn(
      key: key, title: title, isNumeric: isNumeric, isText: format == .prose,
      isDistance: format == .meters)
  }
}
