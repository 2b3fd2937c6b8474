/// Parses decimal numbers exactly, independent of the locale.
public enum DecimalNumber {
  /// The nearest double; nil for text that is not a JSON number, or out of range.
  public static func double(_ text: TextSlice) -> Double? {
    guard let parts = Parts(text) else { return nil }
    let magnitude = parts.isExact ? exact(parts.digits, parts.exponent) : nil
    guard let magnitude else { return slow(text) }
    return parts.isNegative ? -magnitude : magnitude
  }

  /// The number if it is whole and fits; `2.0` and `1e3` are whole.
  public static func integer(_ text: TextSlice) -> Int64? {
    if let number = digits(text) { return number }
    guard let parts = Parts(text) else { return nil }
    if parts.isExact, parts.exponent == 0 {
      return parts.isNegative
        ? Int64(exactly: parts.digits).map { -$0 } : Int64(exactly: parts.digits)
    }
    return double(text).flatMap { Int64(exactly: $0) }
  }

  /// The number of a text of 1 to 18 digits and nothing else.
  private static func digits(_ text: TextSlice) -> Int64? {
    guard 1...18 ~= text.count else { return nil }
    var (number, at) = (UInt64(0), text.start)
    let end = text.start + text.count
    take(&number, &at, end)
    return at == end ? Int64(number) : nil
  }

  /// Passes digits up to `end`, of which there are at most 19, and appends them to a number.
  @inline(__always)
  private static func take(
    _ number: inout UInt64, _ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) {
    while end - at >= 8, let eight = eightDigits(at) {
      number = number &* 100_000_000 &+ eight
      at += 8
    }
    while at < end, at.pointee &- Byte.zero <= 9 {
      number = number &* 10 &+ UInt64(at.pointee &- Byte.zero)
      at += 1
    }
  }

  /// The number of eight digits; nil if one is something else.
  @inline(__always)
  private static func eightDigits(_ bytes: UnsafePointer<UInt8>) -> UInt64? {
    let text = UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    // Digits are the bytes 0x30 to 0x39: 6 more does not carry into their upper halves.
    let upper = text & text &+ 0x0606_0606_0606_0606 & 0xF0F0_F0F0_F0F0_F0F0
    guard upper == 0x3030_3030_3030_3030 else { return nil }
    // The first digit is in the lowest byte. Each step joins two neighbors.
    var digits = text & 0x0F0F_0F0F_0F0F_0F0F
    digits = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits &* 100 &+ digits &>> 16) & 0x0000_FFFF_0000_FFFF
    return (digits &* 10_000 &+ digits &>> 32) & 0xFFFF_FFFF
  }

  /// The text as digits and a power of ten.
  private struct Parts {
    var digits: UInt64 = 0
    var exponent = 0
    var isNegative = false
    /// Whether `digits` holds all digits there are.
    var isExact = true
    /// The number of digits after leading zeros.
    private var significant = 0
    /// Whether there cannot be more digits than `digits` holds.
    private let isShort: Bool

    init?(_ text: TextSlice) {
      isShort = text.count <= 19
      var at = text.start
      let end = text.start + text.count
      if at < end, at.pointee == Byte.minus {
        isNegative = true
        at += 1
      }
      guard take(&at, end, scale: 0) else { return nil }
      if at < end, at.pointee == Byte.point {
        at += 1
        guard take(&at, end, scale: -1) else { return nil }
      }
      if at < end, at.pointee | 0x20 == Byte.e {
        at += 1
        guard takeExponent(&at, end) else { return nil }
      }
      guard at == end else { return nil }
    }

    /// Reads at least one digit; each changes the exponent by `scale`.
    @inline(__always)
    private mutating func take(
      _ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, scale: Int
    ) -> Bool {
      let start = at
      if isShort {
        DecimalNumber.take(&digits, &at, end)
        exponent &+= scale &* (at - start)
        return at > start
      }
      while at < end, at.pointee &- Byte.zero <= 9 {
        significant &+= significant > 0 || at.pointee != Byte.zero ? 1 : 0
        if significant <= 19 {
          digits = digits &* 10 &+ UInt64(at.pointee &- Byte.zero)
        } else {
          isExact = false
        }
        exponent &+= scale
        at += 1
      }
      return at > start
    }

    private mutating func takeExponent(
      _ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> Bool {
      let isDown = at < end && at.pointee == Byte.minus
      if isDown || at < end && at.pointee == Byte.plus { at += 1 }
      var power = 0
      let start = at
      while at < end, at.pointee &- Byte.zero <= 9 {
        power = min(power * 10 + Int(at.pointee &- Byte.zero), 100_000)
        at += 1
      }
      exponent += isDown ? -power : power
      return at > start
    }
  }

  /// `digits * 10^exponent`, rounded once; nil outside of -19...22.
  private static func exact(_ digits: UInt64, _ exponent: Int) -> Double? {
    if digits == 0 { return 0 }
    if exponent == 0 { return Double(digits) }
    if exponent > 0 {
      guard exponent <= 22, digits < 1 << 53 else { return nil }
      return Double(digits) * smallPower(exponent)
    }
    guard exponent >= -19 else { return nil }
    if digits < 1 << 53 { return Double(digits) / smallPower(-exponent) }
    return quotient(digits, powers[-exponent])
  }

  /// The double nearest to `digits / divisor`, by a division of 128 bits and one rounding.
  private static func quotient(_ digits: UInt64, _ divisor: UInt64) -> Double {
    let top = digits << digits.leadingZeroBitCount
    let bottom = divisor << divisor.leadingZeroBitCount
    var exponent = divisor.leadingZeroBitCount - digits.leadingZeroBitCount - 64
    var wide: (high: UInt64, low: UInt64) = (top, 0)
    if top >= bottom {
      wide = (top >> 1, top << 63)
      exponent += 1
    }
    let (quotient, remainder) = bottom.dividingFullWidth(wide)
    return round(quotient, isInexact: remainder != 0, exponent: exponent)
  }

  /// Rounds a number of 63 or 64 bits to the 53 of a double, to even.
  private static func round(_ bits: UInt64, isInexact: Bool, exponent: Int) -> Double {
    let shift = 64 - bits.leadingZeroBitCount - 53
    let kept = bits >> UInt64(shift)
    let rest = bits & (1 << UInt64(shift) - 1)
    let half: UInt64 = 1 << UInt64(shift - 1)
    let isUp = rest > half || rest == half && (isInexact || kept & 1 == 1)
    return Double(
      sign: .plus, exponent: exponent + shift, significand: Double(kept + (isUp ? 1 : 0)))
  }

  /// Up to 10^22 powers of ten are doubles without a rounding.
  private static func smallPower(_ exponent: Int) -> Double {
    exponent <= 19 ? Double(powers[exponent]) : 1e19 * Double(powers[exponent - 19])
  }

  /// 10^0 to 10^19.
  private static let powers: InlineArray<20, UInt64> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  private static func slow(_ text: TextSlice) -> Double? {
    guard let number = Double(text.string), number.isFinite else { return nil }
    return number
  }
}
