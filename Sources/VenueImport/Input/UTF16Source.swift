/// A source in UTF-16, read as UTF-8; unpaired surrogates become U+FFFD and are reported.
final class UTF16Source: ByteSource {
  /// The offset of the first U+FFFD that was not in the input, in bytes of the decoded input; nil for none.
  private(set) var firstLoss: Int?
  private var source: any ByteSource
  private let isBigEndian: Bool
  private var units: [UInt16] = []
  private var decoded: [UInt8] = []
  private var position = 0
  /// Decoded bytes of the chunks before.
  private var decodedBefore = 0
  private var oddByte: UInt8?

  init(_ source: any ByteSource, isBigEndian: Bool) {
    self.source = source
    self.isBigEndian = isBigEndian
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    while position == decoded.count {
      decodedBefore += decoded.count
      decoded.removeAll(keepingCapacity: true)
      position = 0
      guard try decodeMore() else { return 0 }
    }
    let count = min(buffer.count, decoded.count - position)
    buffer.copyBytes(from: decoded[position..<position + count])
    position += count
    return count
  }

  /// Decodes a chunk; false at the end.
  private func decodeMore() throws(ImportFailure) -> Bool {
    let chunk = try source.take(1 << 15)
    let isLast = chunk.count < 1 << 15
    append(chunk)
    if isLast, units.isEmpty, oddByte == nil { return false }
    decode(isLast: isLast)
    return true
  }

  private func append(_ bytes: [UInt8]) {
    for byte in bytes {
      guard let first = oddByte else {
        oddByte = byte
        continue
      }
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      units.append(UInt16(high) << 8 | UInt16(low))
      oddByte = nil
    }
  }

  /// Decodes the units there are; a leading surrogate at the end waits for its partner.
  private func decode(isLast: Bool) {
    var waiting: UInt16?
    if !isLast, let last = units.last, last & 0xFC00 == 0xD800 {
      waiting = last
      units.removeLast()
    }
    decodeUnits()
    if isLast, oddByte != nil {
      appendLost()
      oddByte = nil
    }
    units.removeAll(keepingCapacity: true)
    if let waiting { units.append(waiting) }
  }

  private func decodeUnits() {
    var parser = UTF16.ForwardParser()
    var iterator = units.makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let units): UTF8.transcode(units, from: UTF16.self).map { decoded += $0 }
      case .error: appendLost()
      case .emptyInput: return
      }
    }
  }

  private func appendLost() {
    firstLoss = firstLoss ?? decodedBefore + decoded.count
    decoded += UTF8.encodedReplacementCharacter
  }
}
