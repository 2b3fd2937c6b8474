/// The folded text while it is written.
struct FoldedOutput {
  private let start: UnsafeMutablePointer<UInt8>

  /// How many bytes are written.
  private(set) var count = 0

  /// The last scalar if it may be joined with the next one, else 0.
  private var previous: UInt32 = 0

  /// Writes to memory with room for `TextFolding.maximumLength(for:)` bytes.
  init(start: UnsafeMutablePointer<UInt8>) {
    self.start = start
  }

  @inline(__always)
  mutating func append(ascii byte: UInt8) {
    start[count] = byte
    count &+= 1
    previous = 0
  }

  /// Copies sixteen bytes of ASCII at a time and returns how many were copied.
  @inline(__always)
  mutating func appendASCIIBlocks(of text: TextBytes, from index: Int, lowering: Bool) -> Int {
    guard index &+ 16 <= text.count, let base = text.baseAddress else { return 0 }
    let bytes = UnsafeRawPointer(base)
    var place = index
    while place &+ 16 <= text.count {
      let block = bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      guard block.isASCII else { break }
      let lowered = lowering ? block.lowercasedASCII : block
      UnsafeMutableRawPointer(start + count).storeBytes(of: lowered, as: SIMD16<UInt8>.self)
      count &+= 16
      place &+= 16
    }
    if place > index { previous = 0 }
    return place &- index
  }

  @inline(__always)
  mutating func append(_ scalar: UInt32, table: FoldingTable, composing: Bool) {
    let folded = table[scalar]
    if folded != .unchanged {
      folded.store(to: start + count)
      count &+= folded.count
      previous = folded.count == 0 ? previous : 0
    } else if composing, let composed = CanonicalComposition.compose(previous, scalar) {
      count &-= 3
      append(unchanged: composed)
    } else {
      append(unchanged: scalar)
    }
  }

  /// Writes the UTF-8 of a scalar above ASCII.
  @inline(__always)
  private mutating func append(unchanged scalar: UInt32) {
    previous = scalar
    switch scalar {
    case ..<0x800:
      start[count] = UInt8(0xC0 | scalar >> 6)
    case ..<0x10000:
      start[count] = UInt8(0xE0 | scalar >> 12)
      append(continuation: scalar >> 6)
    default:
      start[count] = UInt8(0xF0 | scalar >> 18)
      append(continuation: scalar >> 12)
      append(continuation: scalar >> 6)
    }
    append(continuation: scalar)
    count &+= 1
  }

  @inline(__always)
  private mutating func append(continuation bits: UInt32) {
    count &+= 1
    start[count] = UInt8(0x80 | bits & 0x3F)
  }
}
