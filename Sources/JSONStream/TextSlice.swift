/// UTF-8 bytes owned by someone else, such as a string of the document being read.
public struct TextSlice {
  public let start: UnsafePointer<UInt8>
  public let count: Int

  @inlinable
  @inline(__always)
  public init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// Empty text; eight zero bytes may be read there.
  public static var empty: TextSlice {
    let zeros: StaticString = "\0\0\0\0\0\0\0\0"
    return TextSlice(start: zeros.utf8Start, count: 0)
  }

  /// The bytes, for as long as their owner keeps them.
  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// A copy as a string.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text as part of one line of a message: cut after 200 characters, and only what can be seen.
  public var line: String {
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
  public var isBlank: Bool {
    for index in 0..<count where start[index] > 0x20 { return false }
    return true
  }

  /// The text without leading and trailing ASCII white space.
  public var trimmed: TextSlice {
    var (first, last) = (0, count)
    while first < last, start[first] <= 0x20 { first += 1 }
    while last > first, start[last - 1] <= 0x20 { last -= 1 }
    return TextSlice(start: start + first, count: last - first)
  }

  /// Whether the bytes are those of `word`.
  public func equals(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where start[index] != word.utf8Start[index] { return false }
    return true
  }

  /// Whether `byte` occurs.
  public func contains(_ byte: UInt8) -> Bool { bytes.contains(byte) }
}
