import Foundation
import TestSupport

/// A way in which a file of pages is damaged.
enum Damage: String, CaseIterable {
  case flippedBits, zeroedPages, truncated, lostHeader, swappedPages, lostSector, lostFirstPage
  case randomPage, randomHeaders

  private static let pageSize = 4096

  /// Whether every remaining row must be unchanged: flipped bits may leave a valid row.
  var keepsRows: Bool { ![.flippedBits, .lostSector, .randomHeaders].contains(self) }

  func apply(to bytes: inout Data, _ random: inout SeededRandom) {
    let pages = bytes.count / Self.pageSize
    func page(_ random: inout SeededRandom) -> Range<Int> {
      let start = Int.random(in: 0..<pages, using: &random) * Self.pageSize
      return start..<(start + Self.pageSize)
    }
    switch self {
    case .flippedBits:
      for _ in 0..<Int.random(in: 1...50, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .zeroedPages:
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        bytes.resetBytes(in: page(&random))
      }
    case .truncated: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
    case .lostHeader: Self.fill(&bytes, 0..<100, &random)
    case .swappedPages:
      let (first, second) = (page(&random), page(&random))
      let content = Data(bytes[first])
      bytes.replaceSubrange(first, with: Data(bytes[second]))
      bytes.replaceSubrange(second, with: content)
    case .lostSector:
      let start = Int.random(in: 0..<(bytes.count / 512), using: &random) * 512
      Self.fill(&bytes, start..<(start + 512), &random)
    case .lostFirstPage: bytes.resetBytes(in: 0..<Self.pageSize)
    case .randomPage: Self.fill(&bytes, page(&random), &random)
    case .randomHeaders:
      for _ in 0..<(pages / 8) {
        let start = page(&random).lowerBound
        Self.fill(&bytes, start..<(start + 12), &random)
      }
    }
  }

  private static func fill(_ bytes: inout Data, _ range: Range<Int>, _ random: inout SeededRandom) {
    for index in range { bytes[index] = UInt8.random(in: 0...255, using: &random) }
  }
}
