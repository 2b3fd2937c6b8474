/// What each Unicode scalar becomes under one kind of folding.
struct FoldingTable: Sendable {
  /// `[c]` alone.
  static let caseless = FoldingTable(ScalarMap(UnicodeTables.caseFolding))

  /// `[d]` alone.
  static let markless = FoldingTable(ScalarMap(UnicodeTables.diacriticFolding))

  /// `[cd]`: marks go first, because folding the case of "ΐ" would write them out.
  static let both = FoldingTable(
    ScalarMap(UnicodeTables.diacriticFolding)
      .followed(by: ScalarMap(UnicodeTables.caseFolding))
      .followed(by: ScalarMap(UnicodeTables.diacriticFolding)))

  private static let pageBits: UInt32 = 6

  /// Where the page of each 64 scalars begins in `entries`; all unchanged pages share the first.
  private var pageStarts: [Int32]
  private var entries: [FoldedScalar]

  init(_ map: ScalarMap) {
    let pageSize = 1 << Self.pageBits
    let last = map.targets.keys.max() ?? 0
    pageStarts = Array(repeating: 0, count: Int(last >> Self.pageBits) + 1)
    entries = Array(repeating: .unchanged, count: pageSize)
    for (scalar, targets) in map.targets {
      let page = Int(scalar >> Self.pageBits)
      if pageStarts[page] == 0 {
        pageStarts[page] = Int32(entries.count)
        entries.append(contentsOf: repeatElement(.unchanged, count: pageSize))
      }
      entries[Int(pageStarts[page]) + Int(scalar) % pageSize] = FoldedScalar(targets)
    }
  }

  /// What a scalar becomes.
  @inline(__always)
  subscript(scalar: UInt32) -> FoldedScalar {
    let page = Int(scalar >> Self.pageBits)
    guard page < pageStarts.count else { return .unchanged }
    return entries[Int(pageStarts[page]) &+ Int(scalar & (1 << Self.pageBits - 1))]
  }
}
