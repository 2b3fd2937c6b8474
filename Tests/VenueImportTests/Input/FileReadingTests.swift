import Foundation
import Testing
import TestSupport

@testable import VenueImport

/// Files that are read ahead give what their bytes do.
struct FileReadingTests {
  private let file = URL.temporaryDirectory.appending(path: UUID().uuidString)

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: file) }

  private static func venue(_ index: Int, _ random: inout SeededRandom) -> String {
    let length = Int.random(in: 0..<100, using: &random)
    // Longer than the bytes that are kept of a chunk, or than a chunk.
    let note =
      switch Int.random(in: 0..<1500, using: &random) {
      case 0: 300_000
      case 1: 70_000
      default: length * 10
      }
    let space = ["", " ", "\n", "\r\n\t"].randomElement(using: &random) ?? ""
    let text = String(repeating: "é\\u00e9x", count: note / 8)
    return
      "{\(space)\"id\":\"\(index)\",\(space)\"name\":\"Tea \(index)\",\"other\":\"\(text)\"}\(space)"
  }

  /// More than a few chunks of venues, in one of the forms of files.
  private static func text(_ random: inout SeededRandom) -> String {
    var venues: [String] = []
    for index in 0..<Int.random(in: 1800...2600, using: &random) {
      venues.append(venue(index, &random))
    }
    let list = venues.joined(separator: ",")
    let half = venues.prefix(venues.count / 2).joined(separator: ",")
    return switch Int.random(in: 0..<5, using: &random) {
    case 0: venues.map { $0.filter { !$0.isNewline } }.joined(separator: "\n")
    case 1: "[\(list)]"
    case 2: "{\"response\":{\"venues\":[\(list)]}}"
    case 3: "{\"response\":{\"groups\":[{\"items\":[\(half)]},{\"items\":[\(list)]}]}}"
    default: "[\(half)]\n[\(list)]"
    }
  }

  /// The bytes of a text, sometimes with one that is wrong, missing or not UTF-8.
  private static func bytes(_ random: inout SeededRandom) -> [UInt8] {
    var bytes = Array(text(&random).utf8)
    let index = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[index] = 0xE9
    case 1: bytes.remove(at: index)
    case 2: bytes.removeLast(bytes.count - index)
    case 3: bytes[index] = UInt8(ascii: "}")
    default: break
    }
    return bytes
  }

  @Test(arguments: 1...8)
  func `a file reads as its bytes do`(seed: UInt64) throws {
    defer { try? FileManager.default.removeItem(at: file) }
    var random = SeededRandom(seed: seed)
    let bytes = Self.bytes(&random)
    try write(bytes)
    let isLenient = Bool.random(using: &random)
    let (read, expected) = (
      Reading(.file(file.path()), isLenient: isLenient), Reading(bytes: bytes, isLenient: isLenient)
    )
    #expect(read.locations == expected.locations)
    #expect(read.rows == expected.rows)
    #expect(read == expected)
  }
}
