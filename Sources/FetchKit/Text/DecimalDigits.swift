/// The decimal digits of all scripts.
enum DecimalDigits {
  private static let blockBits: UInt32 = 6

  /// Whether there are digits among each 64 scalars, to be quick about Han and Hangul.
  private static let blocksWithDigits: [Bool] = {
    let last = UnicodeTables.decimalZeros.last ?? 0
    var blocks = Array(repeating: false, count: Int((last + 9) >> blockBits) + 1)
    for zero in UnicodeTables.decimalZeros {
      blocks[Int(zero >> blockBits)] = true
      blocks[Int((zero + 9) >> blockBits)] = true
    }
    return blocks
  }()

  /// The value 0 to 9 of a digit outside ASCII, nil for all other scalars.
  static func value(of scalar: UInt32) -> UInt8? {
    let block = Int(scalar >> blockBits)
    guard block < blocksWithDigits.count, blocksWithDigits[block] else { return nil }
    return search(scalar)
  }

  private static func search(_ scalar: UInt32) -> UInt8? {
    let zeros = UnicodeTables.decimalZeros
    guard scalar >= zeros[0] else { return nil }
    var (low, high) = (0, zeros.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if zeros[middle] <= scalar { low = middle } else { high = middle }
    }
    let value = scalar - zeros[low]
    return value < 10 ? UInt8(value) : nil
  }
}
