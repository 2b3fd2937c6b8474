import FetchKit
import Foundation
import JSONStream
import Venues

/// Writes records of venues into rows of a batch.
struct VenueRowWriter {
  /// The column of each attribute, by the raw value of its field.
  private let columns: [Int]
  /// What is subtracted from the numbers of each attribute: dates are read as seconds since 1970.
  private let origins: [Double]
  private let categories, tips, openings: Int
  /// The other lists, by their raw values, with what is subtracted from the numbers of each part.
  private let lists: [(index: Int, origins: [Double])]
  /// Seconds since 1970: the date of what places say about the moment.
  private let now = Date().timeIntervalSince1970.rounded()
  private static let priceCategories: [StaticString] = ["$", "$$", "$$$", "$$$$"]

  init(_ entity: EntityDescription = Venue.entity) {
    columns = VenueField.attributes.map { field in
      guard let index = entity.attributeIndex(forKeyPath: field.keyPath) else {
        preconditionFailure("\(entity.name) has no attribute \(field.keyPath)")
      }
      return index
    }
    origins = VenueField.attributes.map { Self.origin($0.type) }
    func list(_ name: String) -> Int {
      guard let index = entity.toManyIndex(named: name) else {
        preconditionFailure("\(entity.name) has no to-many \(name)")
      }
      return index
    }
    (categories, tips, openings) = (list("categories"), list("tips"), list("openings"))
    lists = VenueList.allCases.map { (list($0.key), $0.parts.map { Self.origin($0.type) }) }
  }

  private static func origin(_ type: AttributeType) -> Double {
    type == .date ? Date.timeIntervalBetween1970AndReferenceDate : 0
  }

  /// Adds one row; the store reports `source` if the row is repeated later.
  func write(_ record: borrowing VenueRecord, source: Int, into batch: RowBatch) {
    batch.beginRow(source: source)
    writeAttributes(record, into: batch)
    writeCategories(record, into: batch)
    writeTips(record, into: batch)
    for opening in record.openings {
      batch.beginElement(of: openings)
      batch.setElement(0, integer: Int64(opening.opens))
      batch.setElement(1, integer: Int64(opening.closes))
    }
    if record.hasLists { writeLists(record, into: batch) }
    batch.endRow()
  }

  private func writeAttributes(_ record: borrowing VenueRecord, into batch: RowBatch) {
    record.forEachCell { field, cell in
      switch cell {
      case .missing: break
      case .text(let text): batch.set(columns[field], text: text.bytes)
      case .integer(let number): batch.set(columns[field], integer: number)
      case .double(let number): batch.set(columns[field], double: number - origins[field])
      case .boolean(let flag): batch.set(columns[field], boolean: flag)
      }
    }
    if !record.isMissing(.openNow), record.isMissing(.openNowAt) {
      batch.set(
        columns[VenueField.openNowAt.rawValue],
        double: now - Date.timeIntervalBetween1970AndReferenceDate)
    }
    if let tier: Int64 = record[.tier] {
      let symbols = Self.priceCategories[Int(tier) - 1]
      batch.set(
        columns[VenueField.priceCategory.rawValue],
        text: UnsafeBufferPointer(start: symbols.utf8Start, count: symbols.utf8CodeUnitCount))
    }
  }

  private func writeCategories(_ record: borrowing VenueRecord, into batch: RowBatch) {
    for index in record.categories.indices {
      batch.beginElement(of: categories)
      if let name = record.categories[index].name { batch.setElement(0, text: name.bytes) }
      if let id = record.categories[index].id { batch.setElement(1, text: id.bytes) }
      if let path = record.categories[index].path { batch.setElement(2, text: path.bytes) }
    }
  }

  private func writeTips(_ record: borrowing VenueRecord, into batch: RowBatch) {
    for index in record.tips.indices {
      batch.beginElement(of: tips)
      batch.setElement(0, text: record.tips[index].text.bytes)
      if let date = record.tips[index].createdAt {
        batch.setElement(1, double: date - Date.timeIntervalBetween1970AndReferenceDate)
      }
      if let count = record.tips[index].agreeCount { batch.setElement(2, integer: count) }
      if let count = record.tips[index].likeCount { batch.setElement(3, integer: count) }
      if let language = record.tips[index].language {
        batch.setElement(4, text: language.bytes)
      }
    }
  }

  private func writeLists(_ record: borrowing VenueRecord, into batch: RowBatch) {
    for list in lists.indices where !record.lists[list].isEmpty {
      let (index, origins) = lists[list]
      let width = origins.count
      for (part, cell) in record.lists[list].enumerated() {
        if part % width == 0 { batch.beginElement(of: index) }
        switch cell {
        case .missing: break
        case .text(let text): batch.setElement(part % width, text: text.bytes)
        case .integer(let number): batch.setElement(part % width, integer: number)
        case .double(let number):
          batch.setElement(part % width, double: number - origins[part % width])
        case .boolean(let flag): batch.setElement(part % width, integer: flag ? 1 : 0)
        }
      }
    }
  }
}
