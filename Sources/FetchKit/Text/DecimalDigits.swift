/// The decimal digits of all scripts.
enum DecimalDigits {
  /// The value 0 to 9 of a digit outside ASCII, nil for all other scalars.
  static func value(of scalar: UInt32) -> UInt8? {
    let zeros = UnicodeTables.decimalZeros
    guard scalar >= 0x660 else { return nil }
    var (low, high) = (0, zeros.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if zeros[middle] <= scalar { low = middle } else { high = middle }
    }
    let value = scalar - zeros[low]
    return value < 10 ? UInt8(value) : nil
  }
}
