/// The UTF-8 of what a scalar is folded to, at most 7 bytes, packed for copying at one go.
struct FoldedScalar: Equatable, Sendable {
  /// The scalar stays as it is.
  static let unchanged = FoldedScalar(bits: 0)

  /// One more than the count in the top byte, the first byte of the text in the lowest.
  private var bits: UInt64

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// Packs scalars, each moved on; none of them means that the scalar is removed.
  init(_ scalars: ArraySlice<UInt32>, plus offset: UInt32 = 0) {
    bits = 0
    var count: UInt64 = 0
    for scalar in scalars.lazy.compactMap({ Unicode.Scalar($0 + offset) }) {
      for byte in UTF8.encode(scalar) ?? .init() {
        bits |= UInt64(byte) << (8 * count)
        count += 1
      }
    }
    precondition(count < 8, "no scalar folds to more than 7 bytes")
    bits |= (count + 1) << 56
  }

  /// How many bytes it takes, when it is not `unchanged`.
  @inline(__always)
  var count: Int { Int(bits >> 56) &- 1 }

  /// Writes all eight bytes, of which the first `count` are the text.
  @inline(__always)
  func store(to destination: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(destination).storeBytes(of: bits.littleEndian, as: UInt64.self)
  }
}
