import FetchKit

/// Prints rows as one JSON array, or one object a line.
struct JSONPrinter: RecordPrinter {
  private let columns: [RecordColumn]
  private let isLines: Bool
  /// Whether columns without a value are left out.
  var omitsMissing = false
  private var isFirst = true

  init(_ columns: [RecordColumn], isLines: Bool) {
    self.columns = columns
    self.isLines = isLines
  }

  mutating func print(_ row: [Value]) {
    let members = zip(columns, row).map { ($0.key, $1) }.filter { !omitsMissing || !$0.1.isNull }
    let object = JSONText.object(members)
    if isLines {
      StandardOutput.print(object)
    } else {
      StandardOutput.write((isFirst ? "[" : ",\n ") + object)
    }
    isFirst = false
  }

  mutating func end() {
    guard !isLines else { return }
    StandardOutput.print(isFirst ? "[]" : "]")
  }
}
