/// A table of `UnicodeTables`, read.
struct ScalarMap: Equatable {
  /// What each scalar that changes becomes; an empty list when it is removed.
  private(set) var targets: [UInt32: [UInt32]] = [:]

  /// Reads the runs whose format is described in `Scripts/generate-unicode-tables`.
  init(_ text: StaticString) {
    targets.reserveCapacity(2048)
    var run: [UInt32] = []
    var number: UInt32 = 0
    var end: UInt32 = 0
    for byte in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: " "):
        run.append(number)
        number = 0
        guard byte == UInt8(ascii: " ") else { continue }
        add(run, end: &end)
        run.removeAll(keepingCapacity: true)
      default:
        number = number << 4 | UInt32(byte < 0x40 ? byte - 0x30 : byte - 0x57)
      }
    }
    add(run + [number], end: &end)
  }

  private mutating func add(_ run: [UInt32], end: inout UInt32) {
    let (count, stride, step) = (run[1], run[2], run[3])
    let first = end + run[0]
    for index in 0..<count {
      targets[first + index * stride] = run[4...].map { $0 + index * step }
    }
    end = first + (count - 1) * stride + 1
  }

  /// The map that does this one and then the other.
  func followed(by other: ScalarMap) -> ScalarMap {
    var result = other
    for (scalar, parts) in targets {
      result.targets[scalar] = parts.flatMap { other.targets[$0] ?? [$0] }
    }
    return result
  }
}
