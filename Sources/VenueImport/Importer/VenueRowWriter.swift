import FetchKit
import Foundation
import Venues

/// Writes records of venues into rows of a batch.
struct VenueRowWriter {
  private let columns = VenueColumns()
  /// Seconds since 1970: when what places say of themselves was imported.
  private let now = Date().timeIntervalSince1970.rounded()
  private static let priceCategories: [StaticString] = ["$", "$$", "$$$", "$$$$"]

  /// Adds one row; `source` is what the store tells when the row is repeated later.
  func write(_ record: borrowing VenueRecord, source: Int, into batch: inout RowBatch) {
    batch.beginRow(source: source)
    writePlace(record, into: &batch)
    writeAddress(record, into: &batch)
    writeFigures(record, into: &batch)
    writeCategories(record, into: &batch)
    writeTips(record, into: &batch)
    writeOpenings(record, into: &batch)
    batch.endRow()
  }

  private func writePlace(_ record: borrowing VenueRecord, into batch: inout RowBatch) {
    set(columns.id, record.id, &batch)
    set(columns.name, record.name, &batch)
    set(columns.phone, record.phone, &batch)
    set(columns.url, record.url, &batch)
    set(columns.menuURL, record.menuURL, &batch)
    set(columns.favorite, record.favorite, &batch)
    set(columns.note, record.note, &batch)
    set(columns.verified, record.verified, &batch)
    set(columns.closed, record.closed, &batch)
    set(columns.closedAt, record.closedAt, &batch)
    set(columns.createdAt, record.createdAt, &batch)
    set(columns.hours, record.hours, &batch)
    set(columns.chain, record.chain, &batch)
  }

  private func writeAddress(_ record: borrowing VenueRecord, into batch: inout RowBatch) {
    set(columns.address, record.address, &batch)
    set(columns.crossStreet, record.crossStreet, &batch)
    set(columns.neighborhood, record.neighborhood, &batch)
    set(columns.city, record.city, &batch)
    set(columns.state, record.state, &batch)
    set(columns.postalCode, record.postalCode, &batch)
    set(columns.country, record.country, &batch)
    set(columns.countryCode, record.countryCode, &batch)
    set(columns.latitude, record.latitude, &batch)
    set(columns.longitude, record.longitude, &batch)
    set(columns.distance, record.distance, &batch)
  }

  private func writeFigures(_ record: borrowing VenueRecord, into batch: inout RowBatch) {
    batch.set(columns.specialCount, integer: record.specialCount)
    set(columns.rating, record.rating, &batch)
    set(columns.ratingSignals, record.ratingSignals, &batch)
    set(columns.ratingColor, record.ratingColor, &batch)
    set(columns.photoCount, record.photoCount, &batch)
    set(columns.checkinsCount, record.checkinsCount, &batch)
    set(columns.usersCount, record.usersCount, &batch)
    set(columns.tipCount, record.tipCount, &batch)
    guard let tier = record.tier else { return }
    batch.set(columns.tier, integer: Int64(tier))
    let symbols = Self.priceCategories[tier - 1]
    batch.set(
      columns.priceCategory,
      text: UnsafeBufferPointer(start: symbols.utf8Start, count: symbols.utf8CodeUnitCount))
  }

  private func writeCategories(_ record: borrowing VenueRecord, into batch: inout RowBatch) {
    set(columns.category, record.category.name, &batch)
    set(columns.categoryID, record.category.id, &batch)
    for index in record.categories.indices {
      batch.beginElement(of: columns.categories)
      if let name = record.categories[index].name {
        batch.setElement(columns.elementName, text: name.bytes)
      }
      if let id = record.categories[index].id {
        batch.setElement(columns.elementID, text: id.bytes)
      }
    }
  }

  private func writeTips(_ record: borrowing VenueRecord, into batch: inout RowBatch) {
    for index in record.tips.indices {
      batch.beginElement(of: columns.tips)
      batch.setElement(columns.tipText, text: record.tips[index].text.bytes)
      if let date = record.tips[index].createdAt {
        batch.setElement(columns.tipCreatedAt, double: date)
      }
      if let count = record.tips[index].agreeCount {
        batch.setElement(columns.tipAgreeCount, integer: count)
      }
    }
  }

  private func writeOpenings(_ record: borrowing VenueRecord, into batch: inout RowBatch) {
    set(columns.timeZone, record.timeZone, &batch)
    if let isOpen = record.openNow {
      set(columns.openNow, isOpen, &batch)
      batch.set(columns.openNowAt, double: record.openNowAt ?? now)
    }
    for opening in record.openings {
      batch.beginElement(of: columns.openings)
      batch.setElement(columns.opens, integer: opening.opens)
      batch.setElement(columns.closes, integer: opening.closes)
    }
  }
}

// MARK: Cells

extension VenueRowWriter {
  @inline(__always)
  private func set(_ column: Int, _ text: TextSlice?, _ batch: inout RowBatch) {
    if let text { batch.set(column, text: text.bytes) }
  }

  @inline(__always)
  private func set(_ column: Int, _ number: Double?, _ batch: inout RowBatch) {
    if let number { batch.set(column, double: number) }
  }

  @inline(__always)
  private func set(_ column: Int, _ number: Int64?, _ batch: inout RowBatch) {
    if let number { batch.set(column, integer: number) }
  }

  @inline(__always)
  private func set(_ column: Int, _ flag: Bool?, _ batch: inout RowBatch) {
    if let flag { batch.set(column, boolean: flag) }
  }
}
