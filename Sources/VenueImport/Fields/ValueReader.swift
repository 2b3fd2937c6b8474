import FetchKit
import JSONStream
import Venues

/// Reads the values of a place as texts, numbers and dates, and reports those that are treated as missing.
struct ValueReader: ~Copyable {
  /// A field that is treated as missing.
  struct Problem {
    /// The field as the dialect spells it, such as `stats.tipCount`.
    let field: String
    let problem: FieldProblem
    /// The start of the value, in bytes from the start of the row.
    let offset: Int

    var reason: ImportWarning.Reason { .field(field, problem) }
  }

  /// The limit of a text in bytes; longer ones are not a venue's.
  private static let maximumTextLength = 1 << 20
  /// Bytes of all texts of a place.
  private static let maximumTexts = 4 << 20
  /// Larger dates are in milliseconds: in seconds they would be after the year 5138.
  private static let firstMilliseconds = 1e11
  /// Characters of a number; no double needs more to be exact.
  private static let maximumNumberLength = 1 << 10

  /// The problems of the last place's fields.
  private(set) var problems: [Problem] = []
  /// Whether the members being read are those of our own exports, whose texts have no HTML entities.
  var isOwn = false
  /// Whether category names may be paths, as those of our own exports never are.
  var splitsCategories = true
  /// Whether the values are cells of a CSV or TSV file.
  var isTabular = false
  /// Whether all columns are those of our own exports.
  var hasOnlyExportColumns = false
  /// Whether the keys of the place are column titles of another program.
  var isFlattened = false
  /// Whether numbers may have a comma in place of the decimal point.
  var hasDecimalCommas = false
  /// Bytes of the texts of the place so far.
  private var textBytes = 0

  init() {}

  /// Starts another place.
  mutating func reset() {
    (textBytes, isOwn, splitsCategories) = (0, false, true)
    if !problems.isEmpty { problems.removeAll() }
  }

  mutating func report(_ field: String, _ problem: FieldProblem, _ value: JSONValue) {
    problems.append(Problem(field: field, problem: problem, offset: value.offset))
  }

  /// Reports a value of a kind that the field does not take.
  mutating func report(_ field: String, expected: JSONKind, _ value: JSONValue) {
    let found = value.kind == .false ? .true : value.kind
    report(field, .wrongType(expected: expected, found: found), value)
  }
}

// MARK: Texts

extension ValueReader {
  /// A text, or a number as it is written; nil when missing or blank.
  mutating func text(
    _ value: JSONValue?, _ field: String, upTo limit: Int = maximumTextLength
  ) -> TextSlice? {
    guard let value else { return nil }
    guard let text = value.textOrDigits else {
      report(field, expected: .string, value)
      return nil
    }
    guard text.count <= limit else {
      report(field, .textTooLong(megabytes: limit >> 20), value)
      return nil
    }
    textBytes += text.count
    guard textBytes <= Self.maximumTexts else {
      report(field, .textsTooLong(megabytes: Self.maximumTexts >> 20), value)
      return nil
    }
    if text.isBlank { return nil }
    let isGuarded =
      (isOwn || hasOnlyExportColumns) && isTabular && value.tape.pointee.escaping != .tsv
    return isGuarded ? unguarded(text) : text
  }

  /// A text for people: with its HTML entities decoded, or as our own export wrote it.
  mutating func prose(
    _ value: JSONValue?, _ field: String, upTo limit: Int = maximumTextLength
  ) -> TextSlice? {
    guard let value, let text = text(value, field, upTo: limit) else { return nil }
    guard !isOwn, HTMLEntities.mayOccur(in: text) else { return text }
    let decoded = value.tape.pointee.arena.copy(HTMLEntities.decode(text.string).utf8)
    return decoded.isBlank ? nil : decoded
  }

  /// A phone number, without the `.0` of a program that took it for a number.
  mutating func phone(_ value: JSONValue?, _ field: String) -> TextSlice? {
    guard let text = text(value, field) else { return nil }
    return withoutDecimals(text)
  }

  /// A postal code, without such a `.0`.
  mutating func postalCode(_ value: JSONValue?, _ field: String) -> TextSlice? {
    guard let text = prose(value, field) else { return nil }
    return withoutDecimals(text)
  }

  private func withoutDecimals(_ text: TextSlice) -> TextSlice {
    let whole = text.count - 2
    guard whole > 0, !isOwn, !hasOnlyExportColumns, text.bytes[whole] == UInt8(ascii: "."),
      text.bytes[whole + 1] == UInt8(ascii: "0"),
      text.bytes.prefix(whole).allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return text }
    return TextSlice(start: text.start, count: whole)
  }

  /// The texts of a list, or a single text, without missing and blank ones.
  mutating func proseList(_ value: JSONValue, _ field: String) -> [TextSlice] {
    guard value.kind == .array else { return [prose(value, field)].compactMap(\.self) }
    var texts: [TextSlice] = []
    for element in value.children where element.kind != .null {
      if let text = prose(element, field) { texts.append(text) }
    }
    return texts
  }

  /// A cell without the `'` that keeps spreadsheets from running it.
  private func unguarded(_ cell: TextSlice) -> TextSlice {
    guard cell.count > 1, cell.start[0] == UInt8(ascii: "'"),
      SpreadsheetGuard.isGuarded(cell.start[1])
    else { return cell }
    return TextSlice(start: cell.start + 1, count: cell.count - 1)
  }

  /// The texts of a list, which is an array or one text; nil for an empty one.
  mutating func texts(_ value: JSONValue?, _ field: String) -> [TextSlice?] {
    guard let value else { return [] }
    guard value.kind != .array else {
      var texts: [TextSlice?] = []
      for element in value.children {
        texts.append(element.kind == .null ? nil : text(element, field))
      }
      return texts
    }
    guard let joined = prose(value, field, upTo: Self.maximumTexts) else { return [] }
    return JoinedTexts.split(joined, in: &value.tape.pointee.arena).map { $0.count == 0 ? nil : $0 }
  }
}

// MARK: Numbers and dates

extension ValueReader {
  /// A number, or a text that is one.
  mutating func double(_ value: JSONValue?, _ field: String) -> Double? {
    guard let value, let digits = digits(value, field) else { return nil }
    if let number = DecimalNumber.double(digits) { return number }
    report(field, .notNumber, value)
    return nil
  }

  /// A whole number, or a text that is one.
  mutating func integer(_ value: JSONValue?, _ field: String) -> Int64? {
    guard let value, let digits = digits(value, field) else { return nil }
    if let number = DecimalNumber.integer(digits) { return number }
    report(field, .notInteger, value)
    return nil
  }

  /// A whole number that is not negative.
  mutating func count(_ value: JSONValue?, _ field: String) -> Int64? {
    guard let value, let number = integer(value, field) else { return nil }
    if number >= 0 { return number }
    report(field, .negative, value)
    return nil
  }

  /// A number under the name of what is counted, such as `likes`; nil for a list or an object of them.
  mutating func plainCount(_ value: JSONValue?, _ field: String) -> Int64? {
    value?.textOrDigits == nil ? nil : count(value, field)
  }

  /// A boolean, 0 or 1, or a text that is one of these, such as `TRUE`; in tables also `yes` or `no`.
  mutating func boolean(_ value: JSONValue?, _ field: String) -> Bool? {
    guard let value else { return nil }
    if let boolean = value.boolean { return boolean }
    if let text = value.textOrDigits?.trimmed {
      switch text.string.lowercased() {
      case "": return nil
      case "true", "t", "1", "1.0": return true
      case "false", "f", "0", "0.0": return false
      case "yes", "y": if isTabular { return true }
      case "no", "n": if isTabular { return false }
      default: break
      }
    }
    report(field, expected: .true, value)
    return nil
  }

  /// Seconds since 1970, from such a number or from a date in ISO 8601.
  mutating func date(_ value: JSONValue?, _ field: String) -> Double? {
    guard let value = value.map({ $0[.wrappedDate] ?? $0 }).map(Self.number) else { return nil }
    if let text = value.text {
      if text.isBlank { return nil }
      let date = text.trimmed
      if let seconds = ISO8601Date.seconds(date.bytes) ?? Self.seconds(ofOtherForm: date) {
        return seconds
      }
    }
    if let digits = value.textOrDigits, let number = DecimalNumber.double(digits.trimmed) {
      let seconds = abs(number) < Self.firstMilliseconds ? number : number / 1000
      if ISO8601Date.range.contains(seconds) { return seconds }
    }
    report(field, .notDate, value)
    return nil
  }

  /// Seconds since 1970 of a date such as `20240229`, `2024/02/29` or `2024-02-29 12:00:00 UTC`, and of the first day of
  /// `2024` and `2024-02`, from 1900 on.
  private static func seconds(ofOtherForm text: TextSlice) -> Double? {
    guard text.bytes.starts(with: "19".utf8) || text.bytes.starts(with: "20".utf8) else {
      return nil
    }
    let date = text.string.replacing("/", with: "-").replacing(" UTC", with: "Z")
    let full =
      switch date.utf8.count {
      case 4: "\(date)-01-01"
      case 7: "\(date)-01"
      case 8: "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))"
      default: date
      }
    return ISO8601Date.seconds(full)
  }

  /// A number as it is, or in an object of MongoDB such as `{"$numberDouble": "8.5"}`.
  private static func number(_ value: JSONValue) -> JSONValue { value[.wrappedNumber] ?? value }

  private mutating func digits(_ value: JSONValue, _ field: String) -> TextSlice? {
    guard let text = Self.number(value).textOrDigits else {
      report(field, expected: .number, value)
      return nil
    }
    let digits = withDecimalPoint(text.trimmed, value)
    guard digits.count <= Self.maximumNumberLength else {
      report(field, .notNumber, value)
      return nil
    }
    return digits.count == 0 ? nil : digits
  }

  private func withDecimalPoint(_ digits: TextSlice, _ value: JSONValue) -> TextSlice {
    guard hasDecimalCommas, let comma = digits.bytes.firstIndex(of: Byte.comma) else {
      return digits
    }
    var bytes = Array(digits.bytes)
    bytes[comma] = Byte.point
    return value.tape.pointee.arena.copy(bytes)
  }
}

// MARK: Columns of lists

/// A cell of our own CSV exports with one part of all elements of a list.
struct ListColumn {
  let field: String
  let cell: JSONValue?
  /// The part of each element.
  let texts: [TextSlice?]
}

extension ValueReader {
  /// The column of a list of `count` elements; without values, and reported, if it has other than one for each.
  mutating func column(
    _ cell: JSONValue?, _ field: String, _ texts: [TextSlice?], of count: Int
  ) -> ListColumn {
    if let cell, !texts.isEmpty, texts.count != count {
      report(field, .valueCount(texts.count, expected: count), cell)
    }
    let isComplete = texts.count == count
    return ListColumn(
      field: field, cell: cell,
      texts: isComplete ? texts : Array(repeating: nil, count: count))
  }

  mutating func column(_ cell: JSONValue?, _ field: String, of count: Int) -> ListColumn {
    column(cell, field, texts(cell, field), of: count)
  }

  /// Seconds since 1970, from a date in ISO 8601.
  mutating func date(_ index: Int, of column: ListColumn) -> Double? {
    value(index, of: column, or: .notDate) { ISO8601Date.seconds($0.bytes) }
  }

  /// A whole number.
  mutating func integer(_ index: Int, of column: ListColumn) -> Int64? {
    value(index, of: column, or: .notInteger) { DecimalNumber.integer($0) }
  }

  private mutating func value<Value>(
    _ index: Int, of column: ListColumn, or problem: FieldProblem,
    _ read: (TextSlice) -> Value?
  ) -> Value? {
    guard let text = column.texts[index], let cell = column.cell else { return nil }
    if let value = read(text) { return value }
    report(column.field, problem, cell)
    return nil
  }
}
