/// Numbers of many objects side by side: a row for each object, a column for each key path.
public struct NumberTable: Hashable, Sendable {
  /// The entity of the objects.
  public let entityName: String
  /// How many numbers a row has.
  public let columns: Int
  private var rowIDs: [Int64] = []
  /// `[rows][columns]`, flat; not a number where the value is missing.
  private var numbers: [Double] = []

  init(entityName: String, columns: Int) {
    self.entityName = entityName
    self.columns = columns
  }

  /// How many rows there are.
  public var count: Int { rowIDs.count }

  /// The object of a 0-based row.
  public func id(ofRow row: Int) -> ObjectID {
    ObjectID(entityName: entityName, rowID: rowIDs[row])
  }

  /// A number by its 0-based row and column; nil when it is missing or no number.
  public subscript(row: Int, column: Int) -> Double? {
    let number = numbers[row * columns + column]
    return number.isNaN ? nil : number
  }

  mutating func append(rowID: Int64) { rowIDs.append(rowID) }

  mutating func append(_ number: Double?) { numbers.append(number ?? .nan) }
}
