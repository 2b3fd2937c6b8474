internal import Collation
internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import SQLiteBulkLoad

/// A prepared statement that binds and reads values without GRDB's rows.
struct SQLiteStatement {
  /// Keeps the handle alive.
  private let statement: Statement
  private let handle: OpaquePointer

  /// Creates a statement with its values bound; a reused one comes from the connection's cache.
  init(_ database: Database, _ fragment: SQLFragment, isReused: Bool = false) throws {
    try self.init(database, sql: fragment.sql, isReused: isReused)
    for (index, value) in fragment.bindings.enumerated() { bind(value, at: Int32(index + 1)) }
  }

  init(_ database: Database, sql: String, isReused: Bool = true) throws {
    let cached = isReused ? try database.cachedStatement(sql: sql) : nil
    // The cached one may be in use further up the stack.
    if let cached, sqlite3_stmt_busy(cached.sqliteStatement) == 0 {
      statement = cached
    } else {
      statement = try database.makeStatement(sql: sql)
    }
    handle = statement.sqliteStatement
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Moves to the next row; false after the last one.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    default: throw failure()
    }
  }

  func run() throws { while try step() {} }

  func reset() { sqlite3_reset(handle) }

  func forEachRow(_ body: (borrowing SQLiteStatement) throws -> Void) throws {
    defer { sqlite3_reset(handle) }
    while try step() { try body(self) }
  }

  func map<Result>(_ transform: (borrowing SQLiteStatement) throws -> Result) throws -> [Result] {
    var results: [Result] = []
    try forEachRow { results.append(try transform($0)) }
    return results
  }

  private func failure() -> StoreError {
    let connection = sqlite3_db_handle(handle)
    let file = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? ""
    let fault = SQLiteFault(
      code: sqlite3_extended_errcode(connection),
      text: String(cString: sqlite3_errmsg(connection)), file: file.isEmpty ? nil : file,
      systemError: connection.map(SystemError.last) ?? 0)
    sqlite3_reset(handle)
    return StoreError(fault, sql: sqlite3_sql(handle).map { String(cString: $0) })
  }
}

extension Database {
  /// Runs a statement and returns the number of rows that it changed.
  @discardableResult
  func run(_ sql: SQLFragment, isReused: Bool = false) throws -> Int {
    let statement = try SQLiteStatement(self, sql, isReused: isReused)
    try statement.run()
    return statement.changes
  }

  /// Returns the integer in the first column of the first row; 0 for NULL or no row.
  func integer(_ sql: SQLFragment, isReused: Bool = false) throws -> Int64 {
    let statement = try SQLiteStatement(self, sql, isReused: isReused)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Returns the integers in the first column of all rows.
  func integers(_ sql: SQLFragment, isReused: Bool = false) throws -> [Int64] {
    try SQLiteStatement(self, sql, isReused: isReused).map { $0.integer(0) }
  }
}

extension StoreSnapshot {
  /// Whether SQLite compensates the rounding errors of sums.
  package static let compensatesSums = sqlite3_libversion_number() >= 3_043_000
}

// MARK: - Binding

extension SQLiteStatement {
  /// Binds a value to a 1-based place; lists and objects become NULL.
  func bind(_ value: FetchValue, at index: Int32) {
    switch value {
    case .null, .list, .object: sqlite3_bind_null(handle, index)
    case .bool(let flag): sqlite3_bind_int64(handle, index, flag ? 1 : 0)
    case .integer(let number): sqlite3_bind_int64(handle, index, number)
    case .double(let number): sqlite3_bind_double(handle, index, number)
    case .date(let date): sqlite3_bind_double(handle, index, date.timeIntervalSinceReferenceDate)
    case .string(let text): text.withTextBytes { bind(copying: $0, at: index) }
    case .data(let data): data.withUnsafeBytes { bind(blob: $0, at: index, transient) }
    }
  }

  func bind(_ number: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, number) }
  func bind(_ number: Double, at index: Int32) { sqlite3_bind_double(handle, index, number) }
  func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }

  /// Binds values from the first place on; their bytes must stay in place until the statement has run.
  func bind(_ values: UnsafeBufferPointer<RecordValue>) {
    for index in 0..<values.count { bind(values[index], at: Int32(index + 1)) }
  }

  /// Binds a value, whose bytes must stay in place until the statement has run.
  func bind(_ value: RecordValue, at index: Int32) {
    switch value.kind {
    case .null: sqlite3_bind_null(handle, index)
    case .integer: sqlite3_bind_int64(handle, index, value.integer)
    case .double: sqlite3_bind_double(handle, index, value.double)
    case .text: bind(borrowing: value.bytes, at: index)
    case .blob: bind(blob: UnsafeRawBufferPointer(value.bytes), at: index, nil)
    }
  }

  private func bind(
    blob bytes: UnsafeRawBufferPointer, at index: Int32, _ destructor: sqlite3_destructor_type?
  ) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      sqlite3_bind_zeroblob(handle, index, 0)
      return
    }
    sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), destructor)
  }

  func bind(copying bytes: TextBytes, at index: Int32) {
    bind(bytes, at: index, transient)
  }

  /// Binds UTF-8 bytes that must stay in place until the statement has run.
  func bind(borrowing bytes: TextBytes, at index: Int32) {
    bind(bytes, at: index, nil)
  }

  private func bind(_ bytes: TextBytes, at index: Int32, _ destructor: sqlite3_destructor_type?) {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else {
      // A null pointer would bind NULL; the empty text needs a place.
      sqlite3_bind_text64(handle, index, "", 0, transient, UInt8(SQLITE_UTF8))
      return
    }
    sqlite3_bind_text64(
      handle, index, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), destructor,
      UInt8(SQLITE_UTF8))
  }
}

private var transient: sqlite3_destructor_type {
  unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

// MARK: - Reading

extension SQLiteStatement {
  var changes: Int { Int(sqlite3_changes64(sqlite3_db_handle(handle))) }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

  func isInteger(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_INTEGER
  }

  func number(_ column: Int) -> Double? {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(handle, Int32(column))
    default: nil
    }
  }

  func isText(_ column: Int, _ bytes: TextBytes) -> Bool {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return false }
    return isSame(start, column, bytes)
  }

  func isBlob(_ column: Int, _ bytes: TextBytes) -> Bool {
    guard sqlite3_column_type(handle, Int32(column)) == SQLITE_BLOB else { return false }
    return isSame(sqlite3_column_blob(handle, Int32(column)), column, bytes)
  }

  private func isSame(_ start: UnsafeRawPointer?, _ column: Int, _ bytes: TextBytes) -> Bool {
    guard Int(sqlite3_column_bytes(handle, Int32(column))) == bytes.count else { return false }
    guard let start, let other = bytes.baseAddress else { return bytes.isEmpty }
    return memcmp(start, other, bytes.count) == 0
  }

  /// A cell as a value of a type; without a type as SQLite stores it.
  func value(_ column: Int, as type: AttributeType?) -> FetchValue {
    let value = storedValue(Int32(column))
    guard let type else { return value }
    return value.read(as: type)
  }

  /// A cell in SQLite's memory, valid until the next step.
  func cell(_ column: Int, as type: AttributeType) -> RowCell {
    let place = Int32(column)
    switch sqlite3_column_type(handle, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, place), as: type)
    case SQLITE_FLOAT: return .double(sqlite3_column_double(handle, place), as: type)
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, place)
      return .text(TextBytes(start: start, count: Int(sqlite3_column_bytes(handle, place))))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, place)
      return .data(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, place))))
    default: return .null
    }
  }

  /// Sets a property of the value at an address to a cell; false when the cell has another type.
  @inline(__always)
  func read(
    _ column: Int, into property: StoredProperty, of root: UnsafeMutableRawPointer
  ) -> Bool {
    let place = Int32(column)
    switch (property.kind, sqlite3_column_type(handle, place)) {
    case (.string, SQLITE_TEXT): property.set(text(place), of: root)
    case (.int, SQLITE_INTEGER): property.set(Int(sqlite3_column_int64(handle, place)), of: root)
    case (.int64, SQLITE_INTEGER): property.set(sqlite3_column_int64(handle, place), of: root)
    case (.double, SQLITE_FLOAT), (.double, SQLITE_INTEGER):
      property.set(sqlite3_column_double(handle, place), of: root)
    case (.boolean, SQLITE_INTEGER):
      property.set(sqlite3_column_int64(handle, place) != 0, of: root)
    case (.date, SQLITE_FLOAT), (.date, SQLITE_INTEGER):
      property.set(
        Date(timeIntervalSinceReferenceDate: sqlite3_column_double(handle, place)), of: root)
    case (.data, SQLITE_BLOB): property.set(data(place), of: root)
    case (_, SQLITE_NULL): return property.clear(root)
    default: return false
    }
    return true
  }

  private func storedValue(_ column: Int32) -> FetchValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .double(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: .string(text(column))
    case SQLITE_BLOB: .data(data(column))
    default: .null
    }
  }

  /// A cell as a text; empty for NULL.
  func text(_ column: Int) -> String { text(Int32(column)) }

  private func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func data(_ column: Int32) -> Data {
    guard let start = sqlite3_column_blob(handle, column) else { return Data() }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}

extension FetchValue {
  /// The value of a cell as a type; unchanged when it does not fit.
  package func read(as type: AttributeType) -> FetchValue {
    switch (self, type) {
    case (.integer(let number), .boolean): .bool(number != 0)
    case (.integer(let number), .double): .double(Double(number))
    case (.integer(let number), .date): .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    case (.double(let number), .date): .date(Date(timeIntervalSinceReferenceDate: number))
    case (.double(let number), .integer): wholeNumber(number)
    case (.double(let number), .boolean): .bool(number != 0)
    case (.integer, .string), (.double, .string): FunctionEvaluator.stringCast(self)
    case (.null, _), (.bool, _), (.integer, _), (.double, _), (.string, _), (.date, _), (.data, _),
      (.list, _), (.object, _):
      self
    }
  }

  /// Core Data truncates an average that is declared an integer.
  private func wholeNumber(_ number: Double) -> FetchValue {
    Int64(exactly: number.rounded(.towardZero)).map(FetchValue.integer) ?? self
  }
}

extension RowCell {
  private static func secondsSince1970(_ stored: Double) -> Double {
    Date(timeIntervalSinceReferenceDate: stored).timeIntervalSince1970
  }

  fileprivate static func integer(_ number: Int64, as type: AttributeType) -> RowCell {
    switch type {
    case .boolean: .bool(number != 0)
    case .double: .double(Double(number))
    case .date: .date(secondsSince1970(Double(number)))
    case .integer, .string, .data: .integer(number)
    }
  }

  fileprivate static func double(_ number: Double, as type: AttributeType) -> RowCell {
    switch type {
    case .boolean: .bool(number != 0)
    case .date: .date(secondsSince1970(number))
    case .integer, .double, .string, .data: .double(number)
    }
  }
}
