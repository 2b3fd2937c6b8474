import CBytes

/// Foretells the keys of objects: those that came in the same place before.
///
/// The objects of a file are alike, and a key that was foretold is compared at once, instead of being
/// looked for to its end and in a table. What is foretold wrongly costs time, never the answer.
struct KeyForecast: ~Copyable {
  /// Where a key leads. Its number is that of its entry.
  private struct Entry {
    private static let quotes: UInt64 = 0x2222_2222_2222_2222

    /// The key with its closing quote; the rest does not matter. At first the empty key, and then quotes.
    var bytes = (quotes, quotes, quotes, quotes)
    /// The bits of the bytes that matter.
    var relevant = UInt32.max
    var name = FieldName.unknown
    var length: UInt8 = 0
    /// The key whose value is the object.
    var parent = KeyForecast.nobody
    /// The key that followed in the same object.
    var next: Number = 0
    /// The first key of the object that was its value.
    var child: Number = 0

    var isFree: Bool { parent == KeyForecast.nobody }
  }

  typealias Number = UInt16

  /// The place of a key, in the object that is the value of another one.
  struct Position {
    /// The key whose value the object is.
    let parent: Number
    /// The key before this place; nil at the beginning.
    var previous: Number?
  }

  /// A key that was foretold rightly.
  struct Match {
    let number: Number
    let name: FieldName
    /// Bytes of the key, without quotes.
    let length: Int
  }

  /// The number of what is no value of a key.
  static let root: Number = 0
  private static let nobody = Number.max
  private static let size = 512
  private static let maximumLength = 31

  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  deinit { entries.deallocate() }

  /// The key at a place, when it is one of the two that are expected there; `key` must be readable for 32
  /// bytes.
  @inline(__always)
  func match(_ key: UnsafePointer<UInt8>, _ position: Position) -> Match? {
    let expected = following(position)
    if let match = match(key, expected) { return match }
    // The expected one may have been left out.
    return match(key, entries[Int(expected)].next)
  }

  /// Remembers the key at a place and gives its number; `key` must be readable for 32 bytes.
  func learn(
    _ key: UnsafePointer<UInt8>, _ length: Int, _ name: FieldName, _ position: Position
  ) -> Number {
    guard length <= Self.maximumLength else { return Self.root }
    let number = number(key, length, name, position.parent)
    if let previous = position.previous {
      entries[Int(previous)].next = number
    } else {
      entries[Int(position.parent)].child = number
    }
    return number
  }

  @inline(__always)
  private func following(_ position: Position) -> Number {
    if let previous = position.previous { return entries[Int(previous)].next }
    return entries[Int(position.parent)].child
  }

  @inline(__always)
  private func match(_ key: UnsafePointer<UInt8>, _ number: Number) -> Match? {
    let entry = entries + Int(number)
    let bytes = UnsafeRawPointer(entry).assumingMemoryBound(to: UInt8.self)
    guard cbytes_same(key, bytes) & entry.pointee.relevant == entry.pointee.relevant else {
      return nil
    }
    return Match(
      number: number, name: entry.pointee.name, length: Int(entry.pointee.length))
  }

  /// The number that a key has in an object, or gets: that of another one when there are many.
  private func number(
    _ key: UnsafePointer<UInt8>, _ length: Int, _ name: FieldName, _ parent: Number
  ) -> Number {
    let bytes = UnsafeRawPointer(key).loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self)
    var number = Self.hash(bytes.0, length, parent)
    for _ in 0..<4 {
      if entries[Int(number)].parent == parent, match(key, number) != nil { return number }
      if entries[Int(number)].isFree { break }
      number = number % Number(Self.size - 1) + 1
    }
    entries[Int(number)] = Entry(
      bytes: bytes, relevant: .max >> UInt32(Self.maximumLength - length), name: name,
      length: UInt8(length), parent: parent)
    return number
  }

  /// A number of at least 1.
  private static func hash(_ word: UInt64, _ length: Int, _ parent: Number) -> Number {
    let bits = length < 8 ? word & (1 << UInt64(8 * length) - 1) : word
    let mixed = (bits ^ UInt64(length) << 32 ^ UInt64(parent)) &* 0x9E37_79B9_7F4A_7C15
    return 1 + Number((mixed >> 32) % UInt64(size - 1))
  }
}
