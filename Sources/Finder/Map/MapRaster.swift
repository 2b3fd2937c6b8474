import TerminalKit
import Venues

/// Dots in the cells of a map, and how many venues of which price they stand for.
struct MapRaster {
  let size: Size
  /// For each cell the bits of its braille sign.
  private var dots: [UInt8]
  /// `[cells][prices]`, flat.
  private var counts: [Int32]

  private static let levels = PriceLevel.allCases.count
  /// The bit of each dot, row by row: braille counts the lowest two dots last.
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  init(size: Size) {
    self.size = size
    dots = [UInt8](repeating: 0, count: size.columns * size.rows)
    counts = [Int32](repeating: 0, count: dots.count * Self.levels)
  }

  /// Counts a venue that is seen.
  mutating func add(_ dot: MapPoints.Dot) {
    guard let cell = set((dot.column, dot.row)) else { return }
    counts[cell * Self.levels + dot.price] += 1
  }

  /// Sets a dot; gives the index of its cell, nil outside.
  @discardableResult
  mutating func set(_ dot: (column: Double, row: Double)) -> Int? {
    guard dot.column >= 0, dot.row >= 0, dot.column < Double(size.columns * 2),
      dot.row < Double(size.rows * 4)
    else { return nil }
    let (column, row) = (Int(dot.column), Int(dot.row))
    let cell = (row >> 2) * size.columns + column >> 1
    dots[cell] |= Self.bits[(row & 3) << 1 | column & 1]
    return cell
  }

  /// The bits of a cell's braille sign.
  func dots(at cell: Point) -> UInt8 { dots[index(cell)] }

  /// How many venues are in a cell.
  func count(at cell: Point) -> Int {
    let start = index(cell) * Self.levels
    return counts[start..<(start + Self.levels)].reduce(0) { $0 + Int($1) }
  }

  /// The price that most venues of a cell have, the lower one of two.
  func price(at cell: Point) -> PriceLevel {
    let start = index(cell) * Self.levels
    return PriceLevel.allCases.max {
      counts[start + $0.rawValue] < counts[start + $1.rawValue]
    } ?? .unknown
  }

  private func index(_ cell: Point) -> Int { cell.row * size.columns + cell.column }
}
