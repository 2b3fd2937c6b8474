/// The quotes of RFC 4180: inside a quoted cell `""` is a quote.
enum CSVQuotes {
  /// Writes the cell's text with single quotes and gives its length.
  static func unescape(_ cell: TextSlice, into target: UnsafeMutablePointer<UInt8>) -> Int {
    var (read, written) = (0, 0)
    while read < cell.count {
      target[written] = cell.start[read]
      written += 1
      read += cell.start[read] == Byte.quote ? 2 : 1
    }
    return written
  }
}
