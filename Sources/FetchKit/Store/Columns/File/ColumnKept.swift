/// Can be kept in a file of columns.
protocol ColumnKept {
  func write(to file: inout ColumnWriter) throws
  init(from file: inout ColumnReader) throws
}
