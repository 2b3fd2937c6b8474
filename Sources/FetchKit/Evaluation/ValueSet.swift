internal import Collation
import Foundation

/// A set of values, of which two are the same if `ValueComparison.isEqual` says so.
struct ValueSet: Sendable {
  /// A value without what does not distinguish it: 1, 1.0 and true have the same key.
  private enum Key: Hashable {
    case null
    case integer(Int64)
    case double(Double)
    case text([UInt8])
    case date(Double)
    case data(Data)
  }

  private var keys: Set<Key> = []
  /// Lists and objects, which have no key.
  private var others: [FetchValue] = []
  private let options: TextOptions
  private let folding: TextFolding

  init(_ values: [FetchValue] = [], options: TextOptions = []) {
    self.options = options
    folding = TextFolding(options)
    keys.reserveCapacity(values.count)
    for value in values { insert(value) }
  }

  func contains(_ value: FetchValue) -> Bool {
    if let key = key(of: value) { return keys.contains(key) }
    return others.contains { ValueComparison.isEqual($0, value, options) }
  }

  @discardableResult
  mutating func insert(_ value: FetchValue) -> Bool {
    if let key = key(of: value) { return keys.insert(key).inserted }
    guard !contains(value) else { return false }
    others.append(value)
    return true
  }

  private func key(of value: FetchValue) -> Key? {
    switch value {
    case .null: .null
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .integer(let number): .integer(number)
    case .double(let number): Int64(exactly: number).map(Key.integer) ?? .double(number)
    case .string(let text):
      .text(options.folds ? text.withTextBytes(folding.fold) : Array(text.utf8))
    case .date(let date): .date(date.timeIntervalSinceReferenceDate)
    case .data(let data): .data(data)
    case .list, .object: nil
    }
  }
}

/// The constants of a long list on a side of a comparison as a set, which is made at its first use.
///
/// All are equal, so that the equality and hashing of predicates ignore them.
struct ConstantList: Hashable, Sendable {
  /// Shorter lists are searched as they are.
  private static let minimumCount = 16

  private let cache: Protected<ValueSet?>?

  /// A set for an expression; empty unless it is a long list of constants.
  init(_ expression: FetchExpression) {
    if case .constant(.list(let elements)) = expression, elements.count >= Self.minimumCount {
      cache = Protected(nil)
    } else {
      cache = nil
    }
  }

  /// Whether the list contains a value; `elements` are those of the expression.
  func contains(_ value: FetchValue, _ elements: [FetchValue], _ options: TextOptions) -> Bool {
    guard let cache else {
      return elements.contains { ValueComparison.isEqual(value, $0, options) }
    }
    return cache.withLock { set in
      if set == nil { set = ValueSet(elements, options: options) }
      return set?.contains(value) ?? false
    }
  }

  /// Returns true.
  static func == (left: ConstantList, right: ConstantList) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
