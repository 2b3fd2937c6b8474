/// A lookup table from Unicode scalars to their folded form.
struct FoldingTable: Sendable {
  /// `[c]` alone.
  static let caseless = FoldingTable(UnicodeTables.caseFolding)

  /// `[d]` alone.
  static let markless = FoldingTable(UnicodeTables.diacriticFolding)

  /// `[cd]`: marks go first, because folding the case of U+0390 would write them out.
  static let both = FoldingTable(UnicodeTables.diacriticFolding, then: .caseless)

  private static let pageBits: UInt32 = 6

  /// The start of each page of 64 scalars in `entries`; all unchanged pages share the first.
  private var pageStarts: [Int32]
  private var entries: [FoldedScalar]

  /// Reads a table of `UnicodeTables`; `next` folds what that leaves.
  init(_ text: StaticString, then next: FoldingTable? = nil) {
    pageStarts = next?.pageStarts ?? []
    entries = next?.entries ?? Array(repeating: .unchanged, count: 1 << Self.pageBits)
    entries.reserveCapacity(8192)
    FoldingRun.forEach(in: text) { add($0, then: next) }
  }

  private mutating func add(_ run: FoldingRun, then next: FoldingTable?) {
    for index in 0..<run.count {
      let folded = FoldedScalar(run.targets, plus: index * run.step, then: next)
      set(run.first + index * run.stride, folded)
    }
  }

  private mutating func set(_ scalar: UInt32, _ folded: FoldedScalar) {
    let pageSize = 1 << Self.pageBits
    let page = Int(scalar >> Self.pageBits)
    if page >= pageStarts.count {
      pageStarts += repeatElement(0, count: page + 1 - pageStarts.count)
    }
    if pageStarts[page] == 0 {
      pageStarts[page] = Int32(entries.count)
      entries += repeatElement(.unchanged, count: pageSize)
    }
    entries[Int(pageStarts[page]) + Int(scalar) % pageSize] = folded
  }

  @inline(__always)
  subscript(scalar: UInt32) -> FoldedScalar {
    let page = Int(scalar >> Self.pageBits)
    guard page < pageStarts.count else { return .unchanged }
    return entries[Int(pageStarts[page]) &+ Int(scalar & (1 << Self.pageBits - 1))]
  }
}

/// A run of scalars in a table of `UnicodeTables` that fold by one rule.
struct FoldingRun: Equatable {
  var first: UInt32
  var count: UInt32
  /// The distance between scalars of the run.
  var stride: UInt32
  /// The distance between the targets of consecutive scalars.
  var step: UInt32
  /// The targets of the first scalar; empty when folding removes the scalars.
  var targets: ArraySlice<UInt32>

  /// Reads the runs, whose format is described in `Scripts/generate_unicode_tables.py`.
  static func forEach(in text: StaticString, _ body: (FoldingRun) -> Void) {
    var numbers: [UInt32] = []
    var number: UInt32 = 0
    var end: UInt32 = 0
    func endRun() {
      let run = FoldingRun(numbers, after: end)
      end = run.first + (run.count - 1) * run.stride + 1
      body(run)
      numbers.removeAll(keepingCapacity: true)
    }
    for byte in TextBytes(start: text.utf8Start, count: text.utf8CodeUnitCount) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt32(byte - 0x57)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt32(byte - 0x30)
      default:
        numbers.append(number)
        number = 0
        if byte == UInt8(ascii: " ") { endRun() }
      }
    }
    numbers.append(number)
    endRun()
  }

  private init(_ numbers: [UInt32], after end: UInt32) {
    first = end + numbers[0]
    (count, stride, step) = numbers.count == 2 ? (1, 1, 1) : (numbers[1], numbers[2], numbers[3])
    targets = numbers[(numbers.count == 2 ? 1 : 4)...]
  }
}

/// The UTF-8 of a folded scalar, at most 7 bytes, packed into one word.
struct FoldedScalar: Equatable, Sendable {
  /// The entry of a scalar that folding leaves unchanged.
  static let unchanged = FoldedScalar(bits: 0)

  /// The count plus one in the top byte, the text from the lowest byte up.
  private var bits: UInt64

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// Packs the targets of a scalar, each plus an offset and then folded by another table; an empty slice removes the
  /// scalar.
  init(_ scalars: ArraySlice<UInt32>, plus offset: UInt32 = 0, then next: FoldingTable? = nil) {
    bits = 0
    var count: UInt64 = 0
    for scalar in scalars.lazy.compactMap({ Unicode.Scalar($0 + offset) }) {
      if let folded = next?[scalar.value], folded != .unchanged {
        bits |= (folded.bits & (1 << 56 - 1)) << (8 * count)
        count += UInt64(folded.count)
        continue
      }
      for byte in UTF8.encode(scalar) ?? .init() {
        bits |= UInt64(byte) << (8 * count)
        count += 1
      }
    }
    precondition(count < 8, "no scalar folds to more than 7 bytes")
    bits |= (count + 1) << 56
  }

  /// The number of bytes, unless it is `unchanged`.
  @inline(__always)
  var count: Int { Int(bits >> 56) &- 1 }

  /// Writes all eight bytes, of which the first `count` are the text.
  @inline(__always)
  func store(to destination: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(destination).storeBytes(of: bits.littleEndian, as: UInt64.self)
  }
}
