import JSONStream
import Venues

/// The venues of a specials answer, which has a result for each deal: the deals of a venue are merged.
struct SpecialsAnswer {
  /// More venues than this are not kept; API answers have at most 50.
  private static let capacity = 10_000

  final class Venue {
    var record: VenueRecord
    let location: InputLocation
    /// The number of results so far, each of which is a deal.
    var results = 1
    /// Whether the venue of a result lists deals itself, so that they are those of other results, too.
    var listsDeals = false

    init(_ record: consuming VenueRecord, at location: InputLocation) {
      self.record = record
      self.location = location
    }
  }

  private(set) var venues: [Venue] = []
  private var indexByID: [String: Int] = [:]
  private var texts = RecordTexts()

  var isFull: Bool { venues.count >= Self.capacity }

  /// Adds the deals of a result to those of an earlier one with the same venue; false if there is none.
  mutating func merge(_ record: borrowing VenueRecord) -> Bool {
    guard let id = (record[.id] as TextSlice?)?.string, let index = indexByID[id] else {
      return false
    }
    let venue = venues[index]
    venue.results += 1
    venue.record.append(.deals, of: record, text: texts.copy)
    if record.count(of: .deals) > 1 { venue.listsDeals = true }
    let known = (venue.record[.specialCount] as Int64?) ?? 0
    venue.record[.specialCount] = max(known, Int64(venue.results))
    return true
  }

  /// Removes the deals of a result that the venue in another one lists.
  func removeRepeatedDeals() {
    for venue in venues where venue.listsDeals { venue.record.removeRepeats(of: .deals) }
  }

  mutating func append(_ record: borrowing VenueRecord, at location: InputLocation) {
    if let id = (record[.id] as TextSlice?)?.string { indexByID[id] = venues.count }
    let venue = Venue(VenueRecord(record, text: texts.copy), at: location)
    venue.listsDeals = record.count(of: .deals) > 1
    venues.append(venue)
  }
}

/// Texts of records that are kept longer than what they were read from.
private final class RecordTexts {
  private var blocks: [UnsafeMutablePointer<UInt8>] = []

  func copy(_ text: TextSlice) -> TextSlice {
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, text.count))
    block.update(from: text.start, count: text.count)
    blocks.append(block)
    return TextSlice(start: block, count: text.count)
  }

  deinit { for block in blocks { block.deallocate() } }
}
