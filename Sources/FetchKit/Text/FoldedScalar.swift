/// The UTF-8 of what a scalar is folded to, at most 7 bytes, packed for copying at one go.
struct FoldedScalar: Equatable, Sendable {
  /// The scalar stays as it is.
  static let unchanged = FoldedScalar(bits: 0)

  /// One more than the count in the top byte, the first byte of the text in the lowest.
  private var bits: UInt64

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// Packs scalars; none of them means that the scalar is removed.
  init(_ scalars: [UInt32]) {
    let bytes = scalars.compactMap(Unicode.Scalar.init).flatMap { UTF8.encode($0) ?? .init() }
    precondition(bytes.count < 8, "no scalar folds to more than 7 bytes")
    bits = UInt64(bytes.count + 1) << 56
    for (index, byte) in bytes.enumerated() {
      bits |= UInt64(byte) << (8 * UInt64(index))
    }
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
