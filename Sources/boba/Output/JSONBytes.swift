import FetchKit
import TerminalKit

/// JSON as bytes, a cell at a time.
extension [UInt8] {
  mutating func appendJSON(_ cell: RowCell) {
    switch cell {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(number)
    case .double(let number): append(contentsOf: JSONText.number(number).utf8)
    case .date(let seconds): appendJSON(DateText.iso8601(seconds))
    case .text(let text): appendJSON(text)
    case .data(let data): appendJSON(data.bindMemory(to: UInt8.self))
    case .list(let elements): appendJSON(elements)
    }
  }

  mutating func appendJSON(_ text: String) {
    var text = text
    text.withUTF8 { appendJSON($0) }
  }

  private mutating func appendJSON(_ elements: UnsafeBufferPointer<RowCell>) {
    append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      appendJSON(element)
    }
    append(UInt8(ascii: "]"))
  }

  /// A string in quotes; bytes that are no UTF-8 become U+FFFD.
  mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    text.withRepairedUTF8 { appendEscaped($0) }
    append(UInt8(ascii: "\""))
  }

  /// Copies runs of plain bytes, and escapes what is between them: also what a terminal may obey, or what turns
  /// the writing direction.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      let isPlain =
        byte < 0x80 ? byte >= 0x20 && byte != 0x22 && byte != 0x5C && byte != 0x7F : byte < 0xC0
      if isPlain {
        index &+= 1
        continue
      }
      let scalar = byte < 0x80 ? UInt32(byte) : Self.unsafeScalar(text, at: index)
      guard let scalar else {
        index &+= 1
        continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      appendEscape(scalar)
      index &+= scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : 3
      start = index
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
  }

  /// The unsafe character above ASCII that begins at a place of valid UTF-8; nil for any other.
  @inline(__always)
  private static func unsafeScalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
    let scalar: UInt32
    switch text[index] {
    case 0xC2, 0xD8:
      scalar = UInt32(text[index] & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
    case 0xE2:
      scalar =
        0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
    default: return nil
    }
    return Unicode.Scalar(scalar)?.isUnsafe == true ? scalar : nil
  }

  private mutating func appendEscape(_ scalar: UInt32) {
    switch scalar {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append("\\u")
      for shift in [12, 8, 4, 0] as [UInt32] { append(Self.digits[Int(scalar >> shift & 15)]) }
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

// MARK: - Plain bytes

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// An integer in decimal digits.
  mutating func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = number.magnitude
    repeat {
      append(UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0"))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Calls `body` with the text, or with a copy in which U+FFFD stands for what is no UTF-8.
  func withRepairedUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let isPlain = !contains { $0 >= 0x80 }
    if isPlain || (try? UTF8Span(validating: span)) != nil { return body(self) }
    var text = String(decoding: self, as: UTF8.self)
    return text.withUTF8(body)
  }
}
