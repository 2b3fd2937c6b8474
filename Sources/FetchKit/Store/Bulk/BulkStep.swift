internal import Collation
internal import Foundation

/// How one column of a table gets its value from a row of a batch: plain data, for it is looked at for
/// every cell.
struct BulkStep {
  enum Source {
    case attribute
    case naturalOrder
    case foldedTexts
    case contentHash
  }

  /// How SQLite keeps the values of the column's type.
  enum Storage { case integer, real, text }

  let source: Source
  /// The attribute behind the first two sources; the number of folded texts behind the third.
  let number: Int
  let storage: Storage
  /// What a row gets that sets nothing.
  let defaultCell: BulkCell
}

/// A value on its way into a record.
struct BulkCell {
  enum Kind { case null, integer, double, text }

  var kind = Kind.null
  /// The integer, or the double's bit pattern.
  var bits: Int64 = 0
  /// The UTF-8 of a text, which somebody else owns.
  var text = TextBytes(start: nil, count: 0)

  init() {}

  init(integer: Int64) { (kind, bits) = (.integer, integer) }

  init(double: Double) { (kind, bits) = (.double, Int64(bitPattern: double.bitPattern)) }

  init(text: TextBytes) { (kind, self.text) = (.text, text) }

  var double: Double { Double(bitPattern: UInt64(bitPattern: bits)) }
}

/// The columns of a table that is filled, in the order in which they are created.
final class BulkPlan {
  /// In quotes where needed.
  let names: [String]
  private(set) var steps: [BulkStep] = []
  /// What the folded texts of a step are made of.
  private(set) var foldedTexts: [[RowColumns.TextSource]] = []
  private var texts: [UnsafeMutableBufferPointer<UInt8>] = []

  /// The columns of an entity's table behind the primary key.
  init(_ entity: EntityDescription) {
    let columns = RowColumns(entity).inserted
    names = columns.map(\.name)
    for column in columns {
      switch column.source {
      case .attribute(let index, let value):
        add(.attribute, index, entity.attributes[index].type, value)
      case .naturalOrder(let index): add(.naturalOrder, index, .string)
      case .foldedTexts(let sources):
        add(.foldedTexts, foldedTexts.count, .string)
        foldedTexts.append(sources)
      case .contentHash: add(.contentHash, 0, .integer)
      }
    }
  }

  /// The columns of a list's table behind the owner and the position.
  init(_ toMany: ToManyDescription) {
    names = toMany.attributes.compactMap(\.column).map(SQLName.quoted)
    for (index, attribute) in toMany.attributes.enumerated() where attribute.column != nil {
      add(.attribute, index, attribute.type)
    }
  }

  deinit { for text in texts { text.deallocate() } }

  private func add(
    _ source: BulkStep.Source, _ number: Int, _ type: AttributeType, _ value: Value = .null
  ) {
    let storage: BulkStep.Storage =
      switch type {
      case .integer, .boolean: .integer
      case .double, .date: .real
      case .string, .data: .text
      }
    steps.append(
      BulkStep(source: source, number: number, storage: storage, defaultCell: cell(value)))
  }

  private func cell(_ value: Value) -> BulkCell {
    switch value {
    case .null, .data, .list, .object: BulkCell()
    case .bool(let flag): BulkCell(integer: flag ? 1 : 0)
    case .integer(let number): BulkCell(integer: number)
    case .double(let number): BulkCell(double: number)
    case .date(let date): BulkCell(double: date.timeIntervalSince1970)
    case .string(let text): BulkCell(text: keep(text))
    }
  }

  private func keep(_ text: String) -> TextBytes {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = buffer.initialize(from: text.utf8)
    texts.append(buffer)
    return TextBytes(buffer)
  }
}
