/// What each Unicode scalar becomes under one kind of folding.
struct FoldingTable: Sendable {
  /// `[c]` alone.
  static let caseless = FoldingTable(UnicodeTables.caseFolding)

  /// `[d]` alone.
  static let markless = FoldingTable(UnicodeTables.diacriticFolding)

  /// `[cd]`.
  static let both = FoldingTable(UnicodeTables.caseAndDiacriticFolding)

  private static let pageBits: UInt32 = 6

  /// Where the page of each 64 scalars begins in `entries`; all unchanged pages share the first.
  private var pageStarts: [Int32]
  private var entries: [FoldedScalar]

  init(_ text: StaticString) {
    pageStarts = []
    entries = Array(repeating: .unchanged, count: 1 << Self.pageBits)
    entries.reserveCapacity(8192)
    FoldingRun.forEach(in: text) { add($0) }
  }

  private mutating func add(_ run: FoldingRun) {
    for index in 0..<run.count {
      set(run.first + index * run.stride, FoldedScalar(run.targets, plus: index * run.step))
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

  /// What a scalar becomes.
  @inline(__always)
  subscript(scalar: UInt32) -> FoldedScalar {
    let page = Int(scalar >> Self.pageBits)
    guard page < pageStarts.count else { return .unchanged }
    return entries[Int(pageStarts[page]) &+ Int(scalar & (1 << Self.pageBits - 1))]
  }
}
