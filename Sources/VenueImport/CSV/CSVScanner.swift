import JSONStream

/// Reads one record of a CSV file at a time, after RFC 4180; a quote inside of a bare cell is a quote.
/// Between the tabs of our exports all quotes are quotes, and a backslash escapes; other programs put cells with tabs or
/// quotes in quotes. Spreadsheets put semicolons between cells where the decimal point is a comma.
///
/// Like the scanner for JSON it relies on the zero bytes that follow the last byte.
struct CSVScanner {
  /// More cells in one record than this are refused: it bounds the memory.
  static let maximumCells = 1 << 14

  /// A cell, in bytes from the start of its record and without the quotes around it.
  struct Cell {
    var start: Int
    var length: Int
    /// Whether it holds doubled quotes, or a backslash between tabs.
    var isEscaped = false
    /// Whether it is `NA` without quotes: a missing value of R, or the code of Namibia or Naples.
    var isNA = false
  }

  private(set) var cells: [Cell] = []
  /// The byte between cells.
  var separator = Byte.comma
  /// Whether another program wrote the file, with words for missing values and quotes also between tabs.
  var isForeign = true
  /// Whether the last record has a cell in quotes.
  private var hasQuotes = false
  /// A quote between tabs that is not closed within this many bytes is part of the text.
  private static let maximumQuotedLength = 1 << 16

  var escaping: JSONTape.Escaping { separator == Byte.tab && !hasQuotes ? .tsv : .csv }

  /// Scans the record at `slice[0]` and returns its length without the line end.
  ///
  /// Throws a fault of kind `end` when the record may go on after the last byte.
  mutating func scan(
    _ slice: UnsafePointer<UInt8>, count: Int, isFinal: Bool
  ) throws(SyntaxError) -> Int {
    cells.removeAll(keepingCapacity: true)
    hasQuotes = false
    var at = 0
    while true {
      guard cells.count < Self.maximumCells else {
        throw SyntaxError(kind: .tooManyCells(limit: Self.maximumCells), offset: at)
      }
      let end = try cell(slice, at, count, isFinal)
      guard end < count else {
        if isFinal { return end }
        throw SyntaxError(kind: .end(of: .record, open: 0), offset: end)
      }
      guard slice[end] == separator else { return end }
      at = end + 1
    }
  }

  private mutating func cell(
    _ slice: UnsafePointer<UInt8>, _ start: Int, _ count: Int, _ isFinal: Bool
  ) throws(SyntaxError) -> Int {
    guard slice[start] == Byte.quote, separator != Byte.tab || isForeign else {
      return try bare(slice, start, count, isFinal)
    }
    do {
      return try quoted(slice, start + 1, count, isFinal)
    } catch {
      guard separator == Byte.tab,
        isFinal || count - start > Self.maximumQuotedLength
          || !error.isEnd
      else { throw error }
      return try bare(slice, start, count, isFinal)
    }
  }

  /// Reads a cell up to the next separator or line end; returns its position.
  private mutating func bare(
    _ slice: UnsafePointer<UInt8>, _ start: Int, _ count: Int, _ isFinal: Bool
  ) throws(SyntaxError) -> Int {
    var at = start
    var isEscaped = false
    while at < count, slice[at] != separator, !Byte.isLineEnd(slice[at]) {
      if slice[at] == Byte.backslash { isEscaped = escaping == .tsv }
      at += try character(slice, at, count, isFinal)
    }
    let text = TextSlice(start: slice + start, count: at - start)
    // Between tabs, our exports have no quotes.
    let hasWords = isForeign || separator != Byte.tab
    cells.append(
      Cell(
        start: start, length: hasWords && MissingWord.matches(text) ? 0 : text.count,
        isEscaped: isEscaped, isNA: hasWords && text.equals("NA")))
    return at
  }

  /// Reads a cell up to its closing quote; returns the position of the following separator or line end.
  private mutating func quoted(
    _ slice: UnsafePointer<UInt8>, _ start: Int, _ count: Int, _ isFinal: Bool
  ) throws(SyntaxError) -> Int {
    var at = start
    var isEscaped = false
    while slice[at] != Byte.quote || slice[at + 1] == Byte.quote {
      guard at < count else {
        throw SyntaxError(kind: .end(of: .quotedCell, open: start - 1), offset: count)
      }
      if slice[at] == Byte.quote {
        isEscaped = true
        at += 2
      } else {
        at += try character(slice, at, count, isFinal)
      }
    }
    let next = slice[at + 1]
    guard at + 1 >= count || next == separator || Byte.isLineEnd(next) else {
      throw SyntaxError(
        kind: .unexpected(next, expected: .separatorOrEndOfLine(separator)), offset: at + 1)
    }
    cells.append(Cell(start: start, length: at - start, isEscaped: isEscaped))
    hasQuotes = true
    return at + 1
  }

  private func character(
    _ slice: UnsafePointer<UInt8>, _ at: Int, _ count: Int, _ isFinal: Bool
  ) throws(SyntaxError) -> Int {
    if slice[at] < 0x80 {
      guard slice[at] != 0 else { throw SyntaxError(kind: .controlCharacter(0), offset: at) }
      return 1
    }
    let length = UTF8Sequence.length(slice + at)
    guard length == 0 else { return length }
    guard isFinal || at + UTF8Sequence.validPrefix(slice + at) < count else {
      throw SyntaxError(kind: .end(of: .record, open: 0), offset: at)
    }
    throw SyntaxError(kind: .invalidUTF8, offset: at)
  }
}

extension Byte {
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }
}
