/// Writes the parts of a key of `NaturalOrder` to memory that is large enough.
struct NaturalKeyWriter {
  private static let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
  private static let escape: UInt8 = 0x02

  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  /// What is written so far.
  var bytes: TextBytes { TextBytes(rebasing: buffer[..<count]) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    buffer[count] = byte
    count &+= 1
  }

  /// Appends the part that decides first.
  mutating func appendFolded(_ text: TextBytes) {
    if text.isASCII { return appendASCII(text) }
    let written = self
    self = Self.folding.withFolded(text) { folded in
      var writer = written
      writer.appendScalars(folded)
      return writer
    }
  }

  /// Appends the part that decides between texts whose folded parts are the same.
  mutating func appendOriginal(_ text: TextBytes) {
    if text.allSatisfy({ $0 > Self.escape && $0 < 0x80 }) { return append(contentsOf: text) }
    var index = 0
    while index < text.count {
      let scalar = text.decodeScalar(at: index)
      append(scalar, of: text, at: index)
      index &+= scalar.length
    }
  }

  private mutating func appendASCII(_ text: TextBytes) {
    var index = 0
    while index < text.count {
      if appendPlainBlock(of: text, at: index) {
        index &+= 16
      } else {
        index = appendASCII(text, from: index, to: min(index &+ 16, text.count))
      }
    }
  }

  /// Appends sixteen bytes at once, or nothing when there are not so many or some need care.
  @inline(__always)
  private mutating func appendPlainBlock(of text: TextBytes, at index: Int) -> Bool {
    guard index &+ 16 <= text.count, let base = text.baseAddress, let output = buffer.baseAddress
    else { return false }
    let bytes = UnsafeRawPointer(base)
    let block = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    guard !block.hasDigit, !block.hasByte(upTo: Self.escape) else { return false }
    UnsafeMutableRawPointer(output + count).storeBytes(
      of: block.lowercasedASCII, as: SIMD16<UInt8>.self)
    count &+= 16
    return true
  }

  /// Returns where it stopped: a number is appended as a whole.
  private mutating func appendASCII(_ text: TextBytes, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let byte = text[index]
      if byte &- 0x30 < 10 {
        index = appendNumber(text, at: index)
      } else {
        append(ascii: byte.lowercasedASCII)
        index &+= 1
      }
    }
    return index
  }

  private mutating func appendScalars(_ text: TextBytes) {
    var index = 0
    while index < text.count {
      let scalar = text.decodeScalar(at: index)
      if Self.digit(scalar.value) != nil {
        index = appendNumber(text, at: index)
      } else {
        append(scalar, of: text, at: index)
        index &+= scalar.length
      }
    }
  }

  /// Appends the run of digits at an index and returns where it ends.
  private mutating func appendNumber(_ text: TextBytes, at start: Int) -> Int {
    var length = 0
    let end = Self.forEachDigit(of: text, from: start) { digit in
      if length > 0 || digit > 0 { length &+= 1 }
    }
    appendLength(length)
    var skipsZeros = true
    _ = Self.forEachDigit(of: text, from: start) { digit in
      if digit > 0 { skipsZeros = false }
      if !skipsZeros { append(0x30 &+ digit) }
    }
    return end
  }

  private mutating func appendLength(_ length: Int) {
    guard length > 8 else { return append(0x30 &+ UInt8(length)) }
    let digits = String(length).utf8
    append(0x39)
    append(0x30 &+ UInt8(digits.count))
    digits.forEach { append($0) }
  }

  @inline(__always)
  private static func forEachDigit(
    of text: TextBytes, from start: Int, _ body: (UInt8) -> Void
  ) -> Int {
    var index = start
    while index < text.count {
      let scalar = text.decodeScalar(at: index)
      guard let digit = digit(scalar.value) else { break }
      body(digit)
      index &+= scalar.length
    }
    return index
  }

  @inline(__always)
  private static func digit(_ scalar: UInt32) -> UInt8? {
    if scalar < 0x80 { return scalar &- 0x30 < 10 ? UInt8(scalar &- 0x30) : nil }
    return DecimalDigits.value(of: scalar)
  }

  @inline(__always)
  private mutating func append(ascii byte: UInt8) {
    if byte > Self.escape { return append(byte) }
    append(Self.escape)
    append(byte &+ 1)
  }

  @inline(__always)
  private mutating func append(_ scalar: DecodedScalar, of text: TextBytes, at index: Int) {
    if scalar.value < 0x80 {
      append(ascii: UInt8(scalar.value))
    } else if scalar.value == DecodedScalar.replacement {
      for byte: UInt8 in [0xEF, 0xBF, 0xBD] { append(byte) }
    } else {
      for offset in 0..<scalar.length { append(text[index &+ offset]) }
    }
  }

  private mutating func append(contentsOf text: TextBytes) {
    guard !text.isEmpty else { return }
    _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: text)
    count &+= text.count
  }
}
