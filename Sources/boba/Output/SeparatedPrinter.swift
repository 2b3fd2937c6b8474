import FetchKit

/// Prints rows with a separator between the cells, below a header of the keys.
struct SeparatedPrinter: RecordPrinter {
  private let form: SeparatedForm
  private let columns: [RecordColumn]
  private let output: DataOutput
  private var hasHeader = false
  private var cell: [UInt8] = []

  init(
    _ form: SeparatedForm, _ columns: [RecordColumn], to output: DataOutput = StandardOutput.file
  ) {
    self.form = form
    self.columns = columns
    self.output = output
  }

  mutating func print(_ row: [RowCell]) {
    printHeader()
    output.write { bytes in
      for index in columns.indices {
        if index > 0 { bytes.append(contentsOf: form.separator.utf8) }
        cell.removeAll(keepingCapacity: true)
        cell.appendPlain(columns[index].shown(row[index]))
        form.append(cell, isText: columns[index].isText, to: &bytes)
      }
      bytes.append(contentsOf: form.lineEnd.utf8)
    }
  }

  mutating func end() { printHeader() }

  private mutating func printHeader() {
    guard !hasHeader else { return }
    hasHeader = true
    output.write(columns.map(\.key).joined(separator: form.separator) + form.lineEnd)
  }
}
