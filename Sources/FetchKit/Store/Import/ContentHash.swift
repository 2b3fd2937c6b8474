/// A 64-bit hash that is the same in every run: multiply and fold, eight bytes at a time.
@usableFromInline
package struct ContentHash: Sendable {
  @usableFromInline
  package var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inlinable
  package init() {}

  @inlinable
  package mutating func combine(_ word: UInt64) {
    fold(value ^ word, 0xA076_1D64_78BD_642F)
  }

  /// Adds two words with one multiplication; the hash differs from that of adding one after the other.
  @inlinable
  package mutating func combine(_ first: UInt64, _ second: UInt64) {
    fold(first ^ 0xA076_1D64_78BD_642F, value ^ second)
  }

  @inlinable
  mutating func fold(_ left: UInt64, _ right: UInt64) {
    let product = left.multipliedFullWidth(by: right)
    value = product.high ^ product.low &+ 0xE703_7ED1_A0B4_28DB
  }

  /// Adds a cell that is set; the bytes of texts and data are added apart.
  @inline(__always)
  mutating func combine(_ cell: RowBatch.Cell, at index: Int) {
    let shape = UInt64(index) << 40 | UInt64(cell.kind.rawValue) << 32
    switch cell.kind {
    case .unset: break
    case .text, .data: combine(shape | UInt64(cell.count))
    case .integer, .double, .null:
      combine(shape)
      combine(UInt64(bitPattern: cell.payload))
    }
  }

  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      combine(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var tail: UInt64 = UInt64(bytes.count) << 56
    for (shift, byte) in bytes[offset...].enumerated() {
      tail |= UInt64(byte) << (8 * UInt64(shift))
    }
    combine(tail)
  }
}
