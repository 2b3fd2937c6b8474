internal import CColumns
internal import FetchKit

extension Bitmap {
  var count: Int { Int(ccolumns_count(words, Int64(words.count))) }

  func intersectionCount(_ other: Bitmap) -> Int {
    Int(ccolumns_count_common(words, other.words, Int64(words.count)))
  }

  func write(to file: inout ColumnFileWriter) throws { try file.write(words) }

  /// Reads a set of rows below a size; throws when it has others.
  init(from file: inout ColumnFileReader, size: Int) throws {
    self.init(words: try file.elements(exactly: (size + 63) / 64))
    guard size & 63 == 0 || words.last.map({ $0 >> (size & 63) == 0 }) ?? true else {
      throw ColumnFileReader.Damage()
    }
  }
}
