/// The numbers of known keys: a hash table made once, probed without allocation.
public struct JSONKeyTable: ~Copyable {
  private struct Entry {
    var words = KeyWords()
    var key = JSONKey.unknown
  }

  private static let size = 1024
  /// For each hash the index of its entry, 0 for a free one: one byte each, to stay in the cache.
  private let slots: UnsafeMutablePointer<UInt8>
  /// The first one means no key.
  private let entries: UnsafeMutablePointer<Entry>
  /// For each entry the one that was found after it last at some depth: objects of a file have their keys in the same
  /// order.
  private let successors: UnsafeMutablePointer<UInt8>
  /// Depths that differ by this number share their successors.
  private static let depths = 4
  private var last: UInt8 = 0

  /// A table of at most 255 keys of up to 24 bytes; several keys may share a number.
  public init(_ keys: [(String, JSONKey)]) {
    slots = .allocate(capacity: Self.size)
    slots.initialize(repeating: 0, count: Self.size)
    entries = .allocate(capacity: keys.count + 1)
    entries.initialize(repeating: Entry(), count: keys.count + 1)
    successors = .allocate(capacity: (keys.count + 1) * Self.depths)
    successors.initialize(repeating: 0, count: (keys.count + 1) * Self.depths)
    for (index, (text, key)) in keys.enumerated() {
      insert(text, key, at: index + 1)
    }
  }

  deinit {
    slots.deallocate()
    entries.deallocate()
    successors.deallocate()
  }

  /// The number and the length of the key that is expected at `text`, if it is there with a quote after it; 32 bytes
  /// must be readable.
  @inline(__always)
  mutating func expectedKey(
    _ text: UnsafePointer<UInt8>, depth: Int
  ) -> (key: JSONKey, length: Int)? {
    let expected = successors[successor(depth)]
    let entry = entries + Int(expected)
    let length = entry.pointee.words.length
    guard text[length] == Byte.quote, entry.pointee.words.equal(text, length) else { return nil }
    last = expected
    return (entry.pointee.key, length)
  }

  /// The number of a key; `text` must be readable for 7 bytes past its end.
  @inline(never)
  mutating func key(_ text: UnsafePointer<UInt8>, _ length: Int, depth: Int) -> JSONKey {
    let entry = entry(text, length)
    guard entry > 0 else { return .unknown }
    successors[successor(depth)] = entry
    last = entry
    return entries[Int(entry)].key
  }

  /// Whether a text is a key; it must be readable for 7 bytes past its end.
  func contains(_ text: UnsafePointer<UInt8>, _ length: Int) -> Bool { entry(text, length) > 0 }

  /// The index in `successors` after the last key.
  @inline(__always)
  private func successor(_ depth: Int) -> Int {
    Int(last) &* Self.depths &+ depth & (Self.depths &- 1)
  }

  /// The index of the entry of a key, 0 if there is none.
  private func entry(_ text: UnsafePointer<UInt8>, _ length: Int) -> UInt8 {
    guard length > 0, length <= KeyWords.maximumLength else { return 0 }
    var slot = KeyWords.hash(text, length) & (Self.size &- 1)
    while slots[slot] != 0, !entries[Int(slots[slot])].words.equal(text, length) {
      slot = (slot &+ 1) & (Self.size &- 1)
    }
    return slots[slot]
  }

  private func insert(_ text: String, _ key: JSONKey, at entry: Int) {
    let padded = Array(text.utf8) + [UInt8](repeating: 0, count: 8)
    padded.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      let length = padded.count - 8
      var slot = KeyWords.hash(start, length) & (Self.size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (Self.size - 1) }
      slots[slot] = UInt8(entry)
      entries[entry] = Entry(words: KeyWords(start, length), key: key)
    }
  }
}

/// The number of a key that the reader of a document knows.
public struct JSONKey: Hashable, Sendable {
  public let rawValue: UInt8

  @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A key that the reader does not know: its value is validated and not kept.
  public static var unknown: JSONKey { JSONKey(rawValue: 0) }
  /// The key of what has none: an element of an array, or a whole document.
  public static var element: JSONKey { JSONKey(rawValue: 1) }
  /// A key whose value the reader does not want: like an unknown one, but known as such.
  public static var ignored: JSONKey { JSONKey(rawValue: 2) }
}

/// A short key as three machine words and a length, compared without a loop.
private struct KeyWords {
  static let maximumLength = 24

  private(set) var length = 0
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0

  init() {}

  /// Reads `length` bytes, 1 to 24; up to 7 bytes past them must be readable.
  init(_ key: UnsafePointer<UInt8>, _ length: Int) {
    self.length = length
    first = Self.word(key, length)
    if length > 8 { second = Self.word(key + 8, length - 8) }
    if length > 16 { third = Self.word(key + 16, length - 16) }
  }

  /// Whether these are the words of a key.
  @inline(__always)
  func equal(_ key: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    guard self.length == length, first == Self.word(key, length) else { return false }
    if length <= 8 { return true }
    guard second == Self.word(key + 8, length &- 8) else { return false }
    return length <= 16 || third == Self.word(key + 16, length &- 16)
  }

  /// A spread of the bits of the length and the first word, for a table whose size is a power of two up to
  /// 65,536.
  @inline(__always)
  static func hash(_ key: UnsafePointer<UInt8>, _ length: Int) -> Int {
    let mixed = word(key, length) ^ UInt64(truncatingIfNeeded: length)
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let word = UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
    guard length < 8 else { return word }
    return word & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1)
  }
}
