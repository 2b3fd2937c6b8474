import FetchKit
import Foundation
import Testing
import Venues

@testable import VenueImport

/// The bundled venues in every form that a file may have: the facts are the same.
struct SeedFormsTests {
  private static let seed = try? Data(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Resources/seed.json"))

  private let bytes: [UInt8]
  private let venues: [Any]

  init() throws {
    let data = try #require(Self.seed)
    bytes = Array(data)
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let response = try #require(root["response"] as? [String: Any])
    venues = try #require(response["venues"] as? [Any])
  }

  private func json(_ value: Any) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: value, options: .withoutEscapingSlashes))
  }

  private func lines() throws -> [UInt8] {
    Array(try venues.map(json).joined(separator: [0x0A])) + [0x0A]
  }

  /// Every character but ASCII as `\u`, every slash as `\/`.
  private func escaped() throws -> [UInt8] {
    let text = String(decoding: try json(["response": ["venues": venues]]), as: UTF8.self)
    let units = text.utf16.map { unit in
      switch unit {
      case 0x2F: "\\/"
      case 0..<0x80: String(UnicodeScalar(UInt8(unit)))
      default: "\\u" + String(format: "%04X", unit)
      }
    }
    return Array(units.joined().utf8)
  }

  private func units(isBigEndian: Bool, mark: String = "\u{FEFF}") -> [UInt8] {
    let text = mark + String(decoding: bytes, as: UTF8.self)
    return text.utf16.flatMap { unit in
      isBigEndian
        ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
  }

  /// The bytes in members of gzip that hold them as they are (RFC 1951, 3.2.4, and RFC 1952).
  private func packed(_ bytes: [UInt8], members: Int = 1) -> [UInt8] {
    let size = bytes.count / members + 1
    return stride(from: 0, to: bytes.count, by: size).flatMap { start in
      member(bytes[start..<min(start + size, bytes.count)])
    }
  }

  private func member(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 60_000) {
      let end = min(start + 60_000, bytes.endIndex)
      let length = UInt32(end - start)
      member.append(end == bytes.endIndex ? 1 : 0)
      member += little(length, 2) + little(~length, 2)
      member += bytes[start..<end]
    }
    return member + little(checksum(bytes), 4) + little(UInt32(bytes.count), 4)
  }

  private func little(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { part, _ in
        part >> 1 ^ (part & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }

  private func forms() throws -> [String: [UInt8]] {
    let items: [[String: Any]] = venues.map { ["reasons": ["count": 0], "venue": $0] }
    let groups: [[String: Any]] = [["type": "recommended", "name": "r", "items": items]]
    let answers: [[String: Any]] = venues.map {
      ["meta": ["code": 200], "response": ["venues": [$0]]] as [String: Any]
    }
    return [
      "as it is": bytes,
      "with a mark": [0xEF, 0xBB, 0xBF] + bytes,
      "with CRLF": bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] },
      "after empty lines": [0x0A, 0x0A, 0x0D, 0x0A] + bytes,
      "UTF-16, little end first": units(isBigEndian: false),
      "UTF-16, big end first": units(isBigEndian: true),
      "UTF-16 without a mark, little end first": units(isBigEndian: false, mark: ""),
      "UTF-16 without a mark, big end first": units(isBigEndian: true, mark: ""),
      "packed": packed(bytes),
      "packed in three members": packed(bytes, members: 3),
      "UTF-16, packed": packed(units(isBigEndian: true)),
      "minified and escaped": try escaped(),
      "explore": try json(
        ["meta": ["code": 200], "response": ["groups": groups]] as [String: Any]),
      "a bare array": try json(venues),
      "a venue a line": try lines(),
      "a venue a line, with CRLF": try lines().flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] },
      "several answers": try json(["results": answers]),
    ]
  }

  private func newStore() throws -> FetchStore {
    try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
  }

  private func rows(_ store: FetchStore) throws -> [Venue] {
    var request = FetchRequest<Venue>()
    request.sortDescriptors = [FetchSortDescriptor("id")]
    return try store.fetch(request).map { venue in
      var venue = venue
      venue.objectID = nil
      return venue
    }
  }

  /// The figures of the bundled venues, counted by hand.
  private func checkFacts(_ venues: [Venue], _ comment: Comment) {
    let levels = (1...3).map { level in venues.count { $0.priceInfo.tier == level } }
    #expect(levels == [27, 2, 1], comment)
    #expect(venues.map(\.specialCount).reduce(0, +) == 12, comment)
    #expect(venues.count { $0.specialCount > 0 } == 6, comment)
    let distances = venues.compactMap(\.location.distance)
    #expect(distances.min() == 567, comment)
    #expect(distances.max() == 6471, comment)
    #expect(distances.reduce(0, +) == 114_565, comment)
    #expect(venues.compactMap(\.stats.tipCount).reduce(0, +) == 519, comment)
    #expect(venues.compactMap(\.stats.checkinsCount).reduce(0, +) == 51_852, comment)
    #expect(venues.compactMap(\.stats.usersCount).reduce(0, +) == 24_907, comment)
    #expect(Set(venues.map(\.name)).count == 21, comment)
  }

  @Test func `every format gives the same venues, and none when imported again`() throws {
    let expected = try newStore()
    _ = VenueImporter(store: expected).run(.bytes(bytes, name: "seed"))
    let facts = try rows(expected)
    #expect(facts.count == 30)
    checkFacts(facts, "as it is")
    for (form, bytes) in try forms() {
      let store = try newStore()
      for (round, counts) in [(1, [30, 0]), (2, [0, 30])] {
        let report = VenueImporter(store: store).run(.bytes(bytes, name: form))
        #expect(report.error == nil && report.warnings == [], "\(form), \(round)")
        #expect([report.counts.inserted, report.counts.unchanged] == counts, "\(form), \(round)")
        #expect(try rows(store) == facts, "\(form), \(round)")
      }
    }
  }
}
