/// A set of small integers, such as primary keys: one bit for each number from 0 up to a size.
package struct Bitmap: Hashable, Sendable {
  /// The bits, 64 per word, the lowest number in the lowest bit.
  @usableFromInline package private(set) var words: [UInt64]

  /// An empty set with room for the numbers below `size`.
  package init(size: Int) { words = Array(repeating: 0, count: (size + 63) / 64) }

  /// A set of the numbers whose bits are set in `words`.
  package init(words: [UInt64]) { self.words = words }

  /// A set of `count` words, all of which `fill` initializes.
  package init(wordCount count: Int, _ fill: (UnsafeMutablePointer<UInt64>) -> Void) {
    words = Array(unsafeUninitializedCapacity: count) { buffer, filled in
      if let start = buffer.baseAddress { fill(start) }
      filled = count
    }
  }

  /// A set of the numbers below `size` that pass a test.
  @inlinable
  package init(size: Int, where test: (Int) -> Bool) {
    self.init(wordCount: (size + 63) / 64) { words in
      for start in stride(from: 0, to: size, by: 64) {
        var word: UInt64 = 0
        for bit in 0..<Swift.min(64, size - start) where test(start &+ bit) { word |= 1 << bit }
        words[start / 64] = word
      }
    }
  }

  /// Whether a number is in the set; false for a number beyond the size.
  package subscript(number: Int) -> Bool {
    get { number >= 0 && number >> 6 < words.count && words[number >> 6] >> (number & 63) & 1 == 1 }
    set {
      let bit: UInt64 = 1 << (number & 63)
      if newValue { words[number >> 6] |= bit } else { words[number >> 6] &= ~bit }
    }
  }

  /// Inserts numbers, all of them below the size.
  package mutating func formUnion(_ numbers: [UInt32]) {
    words.withUnsafeMutableBufferPointer { words in
      for number in numbers { words[Int(number >> 6)] |= 1 << UInt64(number & 63) }
    }
  }

  package mutating func grow(to size: Int) {
    let missing = (size + 63) / 64 - words.count
    if missing > 0 { words += repeatElement(0, count: missing) }
  }

  /// Whether all numbers are in another set of the same size.
  package func isSubset(of other: Bitmap) -> Bool {
    zip(words, other.words).allSatisfy { $0 & ~$1 == 0 }
  }

  /// Calls `body` with each number, in ascending order.
  @inlinable
  package func forEach(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() where word != 0 {
      if word == .max {
        for bit in 0..<64 { body(index << 6 | bit) }
        continue
      }
      var rest = word
      while rest != 0 {
        body(index << 6 | rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }

  /// Calls `body` with the bits as bytes, the lowest number in the lowest bit of the first byte.
  package mutating func withMutableBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    words.withUnsafeMutableBytes(body)
  }
}

// MARK: - Set algebra, of sets of the same size

extension Bitmap {
  package mutating func formIntersection(_ other: Bitmap) { combine(other) { $0 & $1 } }
  package mutating func formUnion(_ other: Bitmap) { combine(other) { $0 | $1 } }
  package mutating func subtract(_ other: Bitmap) { combine(other) { $0 & ~$1 } }

  package func intersection(_ other: Bitmap) -> Bitmap {
    var result = self
    result.formIntersection(other)
    return result
  }

  package func subtracting(_ other: Bitmap) -> Bitmap {
    var result = self
    result.subtract(other)
    return result
  }

  @inline(__always)
  private mutating func combine(_ other: Bitmap, _ operation: (UInt64, UInt64) -> UInt64) {
    words.withUnsafeMutableBufferPointer { words in
      other.words.withUnsafeBufferPointer {
        for index in words.indices { words[index] = operation(words[index], $0[index]) }
      }
    }
  }
}
