/// Some bytes of UTF-8 that somebody else owns: a text of the slice being read.
struct TextSlice {
  let start: UnsafePointer<UInt8>
  let count: Int

  /// No text; eight zero bytes may be read there.
  static var empty: TextSlice {
    let zeros: StaticString = "\0\0\0\0\0\0\0\0"
    return TextSlice(start: zeros.utf8Start, count: 0)
  }

  /// The bytes, for as long as their owner keeps them.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// A copy as a string.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text as part of one line of a message: cut after 200 characters, and only what can be seen.
  var line: String {
    let start = String(decoding: UnsafeBufferPointer(rebasing: bytes.prefix(1000)), as: UTF8.self)
    let visible = start.unicodeScalars.filter {
      switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    return String(String.UnicodeScalarView(visible).prefix(200))
  }

  /// Whether there is nothing but ASCII white space.
  var isBlank: Bool {
    for index in 0..<count where start[index] > 0x20 { return false }
    return true
  }

  /// The text without ASCII white space at its ends.
  var trimmed: TextSlice {
    var (first, last) = (0, count)
    while first < last, start[first] <= 0x20 { first += 1 }
    while last > first, start[last - 1] <= 0x20 { last -= 1 }
    return TextSlice(start: start + first, count: last - first)
  }

  /// Whether the bytes are those of `word`.
  func equals(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where start[index] != word.utf8Start[index] { return false }
    return true
  }

  /// Whether `byte` occurs.
  func contains(_ byte: UInt8) -> Bool { bytes.contains(byte) }
}
