/// Scalars of a table of `UnicodeTables` that fold in the same manner.
struct FoldingRun: Equatable {
  var first: UInt32
  var count: UInt32
  /// From one scalar of the run to the next.
  var stride: UInt32
  /// From the targets of one scalar to those of the next.
  var step: UInt32
  /// What the first scalar becomes; empty when all are removed.
  var targets: ArraySlice<UInt32>

  /// Reads the runs, whose format is described in `Scripts/generate_unicode_tables.py`.
  static func forEach(in text: StaticString, _ body: (FoldingRun) -> Void) {
    var numbers: [UInt32] = []
    var number: UInt32 = 0
    var end: UInt32 = 0
    func endRun() {
      let run = FoldingRun(numbers, after: end)
      end = run.first + (run.count - 1) * run.stride + 1
      body(run)
      numbers.removeAll(keepingCapacity: true)
    }
    for byte in TextBytes(start: text.utf8Start, count: text.utf8CodeUnitCount) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt32(byte - 0x57)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt32(byte - 0x30)
      default:
        numbers.append(number)
        number = 0
        if byte == UInt8(ascii: " ") { endRun() }
      }
    }
    numbers.append(number)
    endRun()
  }

  private init(_ numbers: [UInt32], after end: UInt32) {
    first = end + numbers[0]
    count = numbers[1]
    stride = numbers[2]
    step = numbers[3]
    targets = numbers[4...]
  }
}
