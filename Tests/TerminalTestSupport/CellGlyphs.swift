import TerminalKit

/// The cells of a row as text, and as shapes for characters that fonts draw differently.
struct CellGlyphs {
  /// The position and the width of a text.
  struct Place: Hashable {
    let row: Int
    let column: Int
    var width: Int
  }

  private(set) var texts: [(place: Place, text: String)] = []
  /// Lines, blocks and dots as the path of an SVG.
  private(set) var path = ""

  init(_ cells: [String], from column: Int, row: Int) {
    for (index, text) in cells.enumerated() where !text.isEmpty {
      let isWide = index + 1 < cells.count && cells[index + 1].isEmpty
      add(text, Place(row: row, column: column + index, width: isWide ? 2 : 1))
    }
    texts = texts.map { place, text in trimmed(place, text) }.filter { !$0.text.isEmpty }
  }

  var isBlank: Bool { texts.isEmpty && path.isEmpty }

  private mutating func add(_ text: String, _ place: Place) {
    let rects = text.unicodeScalars.first.map(Self.rects) ?? []
    for rect in rects {
      let left = place.column * CanvasPicture.cell.width + rect.left
      let top = place.row * CanvasPicture.cell.height + rect.top
      path += "M\(left) \(top)h\(rect.width)v\(rect.height)h-\(rect.width)z"
    }
    guard rects.isEmpty else { return }
    if let last = texts.last, text.utf8.count == 1, last.text.utf8.last.map({ $0 < 0x80 }) == true,
      last.place.column + last.place.width == place.column
    {
      texts[texts.count - 1].text += text
      texts[texts.count - 1].place.width += 1
    } else {
      texts.append((place, text))
    }
  }

  /// The text without leading and trailing blanks.
  private func trimmed(_ place: Place, _ text: String) -> (place: Place, text: String) {
    let rest = text.drop { $0 == " " }
    let start = text.count - rest.count
    let end = rest.reversed().prefix { $0 == " " }.count
    return (
      Place(row: place.row, column: place.column + start, width: place.width - start - end),
      String(rest.dropLast(end))
    )
  }
}

extension CellGlyphs {
  /// A part of a cell, in the units of the picture.
  private struct CellRect {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
  }

  /// The rectangles of a character; empty if the font draws it.
  private static func rects(of scalar: Unicode.Scalar) -> [CellRect] {
    let (width, height) = CanvasPicture.cell
    switch scalar.value {
    case 0x2500: return [CellRect(left: 0, top: height / 2 - 5, width: width, height: 10)]
    case 0x2502: return [CellRect(left: width / 2 - 5, top: 0, width: 10, height: height)]
    case 0x2588...0x258F:
      let eighths = 0x2590 - Int(scalar.value)
      return [CellRect(left: 0, top: 20, width: width * eighths / 8, height: height - 40)]
    case 0x2801...0x28FF: return dots(UInt8(scalar.value & 0xFF))
    default: return []
    }
  }

  /// The dots of a Braille character: bits 0 to 2 and 6 are the left column, the others the right one.
  private static func dots(_ bits: UInt8) -> [CellRect] {
    let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    return places.enumerated().filter { bits >> $0.offset & 1 == 1 }.map { _, place in
      CellRect(left: place.0 * 42 + 6, top: place.1 * 45 + 7, width: 30, height: 30)
    }
  }
}
