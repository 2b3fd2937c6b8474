internal import Collation
internal import Foundation
internal import SQLiteBulkLoad

/// Encodes rows and elements of a batch as the values of a table's columns, which a statement binds or a bulk load
/// writes.
///
/// Derived columns (natural-order keys, folded texts and content hashes) are made here and nowhere else.
final class RowEncoder {
  let plan: RowPlan
  /// The values of the encoded row, valid until the next one; those of an element begin with its owner and position.
  let values: UnsafeBufferPointer<RecordValue>

  private let memory: UnsafeMutablePointer<RecordValue>
  private let cells: UnsafeMutablePointer<RecordValue>
  private let steps: UnsafeMutableBufferPointer<RowPlan.Step>
  private let derivedSteps: [Int]
  private let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
  /// The derived texts, and for each of them its start and whether there is one.
  // Checks of exclusive access cost an import 3 % of its instructions.
  @exclusivity(unchecked)
  private var derived = ByteBuffer()
  @exclusivity(unchecked)
  private var derivedTexts: [(start: Int, exists: Bool)] = []
  /// The number of texts in the folded text that is being derived.
  private var textCount = 0

  init(_ plan: RowPlan) {
    self.plan = plan
    let prefix = plan.isList ? 2 : 0
    let count = prefix + plan.steps.count
    memory = .allocate(capacity: count)
    memory.initialize(repeating: RecordValue(), count: count)
    values = UnsafeBufferPointer(start: memory, count: count)
    steps = .allocate(capacity: plan.steps.count)
    _ = steps.initialize(from: plan.steps)
    cells = memory + prefix
    derivedSteps = plan.steps.indices.filter {
      plan.steps[$0].source == .naturalOrder || plan.steps[$0].source == .foldedTexts
    }
  }

  deinit {
    memory.deallocate()
    steps.deallocate()
  }

  func encode(_ row: borrowing RowCursor) throws {
    for index in 0..<steps.count {
      switch steps[index].source {
      case .attribute: try encode(row.cell(steps[index].number), at: index, row)
      case .contentHash: cells[index] = RecordValue(integer: Int64(bitPattern: row.hash))
      case .naturalOrder, .foldedTexts: cells[index] = RecordValue()
      }
    }
    derive(row)
  }

  /// Encodes an element of a list of the current row.
  func encode(element: Int, of list: Int, owner: Int64, _ row: borrowing RowCursor) throws {
    memory[0] = RecordValue(integer: owner)
    memory[1] = RecordValue(integer: Int64(element - row.elements[list].lowerBound))
    for index in 0..<steps.count {
      try encode(row.element(list, element, steps[index].number), at: index, row)
    }
  }

  @inline(__always)
  private func encode(_ cell: RowBatch.Cell, at index: Int, _ row: borrowing RowCursor) throws {
    switch (cell.kind, steps[index].storage) {
    case (.unset, _): cells[index] = steps[index].defaultValue
    case (.null, _): cells[index] = RecordValue()
    case (.integer, .integer): cells[index] = RecordValue(integer: cell.payload)
    case (.integer, .real): cells[index] = RecordValue(double: Double(cell.payload))
    case (.double, .real): cells[index] = RecordValue(double: cell.double)
    case (.text, .text): cells[index] = RecordValue(text: row.bytes(cell))
    case (.data, .blob): cells[index] = RecordValue(blob: row.bytes(cell))
    case (.double, _), (.integer, _), (.text, _), (.data, _): throw misfit(index)
    }
  }

  private func misfit(_ index: Int) -> StoreError {
    StoreError(
      .constraint, "store.wrongColumnType",
      "a value does not fit the column \(plan.names[index])")
  }
}

// MARK: - Derived columns

extension RowEncoder {
  /// The buffer moves while it grows, so the values are set after the last text.
  private func derive(_ row: borrowing RowCursor) {
    derived.removeAll()
    derivedTexts.removeAll(keepingCapacity: true)
    for index in derivedSteps {
      let start = derived.count
      textCount = 0
      if steps[index].source == .naturalOrder {
        deriveOrder(cells[steps[index].number])
      } else {
        deriveFolded(steps[index].number, row)
      }
      derivedTexts.append((start, textCount > 0))
    }
    var end = derived.count
    for number in derivedSteps.indices.reversed() {
      let text = derivedTexts[number]
      cells[derivedSteps[number]] =
        text.exists
        ? RecordValue(text: TextBytes(start: derived.start + text.start, count: end - text.start))
        : RecordValue()
      end = text.start
    }
  }

  private func deriveOrder(_ value: RecordValue) {
    guard value.kind == .text else { return }
    textCount = 1
    NaturalOrder.withKey(of: value.bytes) { derived.append($0) }
  }

  private func deriveFolded(_ number: Int, _ row: borrowing RowCursor) {
    for source in plan.foldedTexts[number] {
      switch source {
      case .step(let step): if cells[step].kind == .text { fold(cells[step].bytes) }
      case .element(let list, let attribute):
        for element in row.elements[list] {
          let cell = row.element(list, element, attribute)
          if cell.kind == .text { fold(row.bytes(cell)) }
        }
      }
    }
  }

  /// Appends a folded text on a line of its own.
  private func fold(_ text: TextBytes) {
    if textCount > 0 { derived.append(0x0A) }
    textCount += 1
    folding.withFolded(text) { derived.append($0) }
  }
}

// MARK: - Plan

/// The columns of a table, in the order in which they are created, and the sources of their values.
final class RowPlan {
  /// The source of one column: plain data, because it is read for every cell.
  struct Step {
    enum Source { case attribute, naturalOrder, foldedTexts, contentHash }

    let source: Source
    /// The attribute; the step of the text for a sort key; the index in `foldedTexts` for folded texts.
    let number: Int
    let storage: AttributeType.Storage
    /// The value of a row that sets none.
    let defaultValue: RecordValue
  }

  enum TextSource {
    case step(Int)
    case element(list: Int, attribute: Int)
  }

  /// Whether the table is that of a to-many list.
  let isList: Bool
  /// The names of the columns, quoted where needed, without those of keys.
  private(set) var names: [String] = []
  private(set) var steps: [Step] = []
  /// The indexes of the columns that an import overwrites in a stored row.
  private(set) var importedColumns: [Int] = []
  private(set) var foldedTexts: [[TextSource]] = []
  /// The texts of default values.
  private var texts: [UnsafeMutableBufferPointer<UInt8>] = []

  /// The columns of an entity's table after the primary key; the content hash of an import is the last one.
  init(_ entity: EntityDescription, hasContentHash: Bool = true) {
    isList = false
    var sources: [[String]] = []
    for (index, attribute) in entity.attributes.enumerated() {
      guard let column = attribute.column else { continue }
      let first = steps.count
      if let keyPaths = attribute.derivation?.sources {
        add(column, .foldedTexts, sources.count, .text)
        sources.append(keyPaths)
      } else {
        add(column, .attribute, index, attribute.type.storage, attribute.defaultValue)
        if let order = attribute.orderColumn { add(order, .naturalOrder, first, .text) }
      }
      if !entity.keptByImports.contains(attribute.keyPath) {
        importedColumns += first..<steps.count
      }
    }
    foldedTexts = sources.map { $0.compactMap { textSource($0, entity) } }
    guard hasContentHash else { return }
    importedColumns.append(steps.count)
    add("content_hash", .contentHash, 0, .integer)
  }

  /// The columns of a list's table after the owner and the position.
  init(_ toMany: ToManyDescription) {
    isList = true
    for (index, attribute) in toMany.attributes.enumerated() {
      guard let column = attribute.column else { continue }
      add(column, .attribute, index, attribute.type.storage)
    }
  }

  deinit { for text in texts { text.deallocate() } }

  private func add(
    _ name: String, _ source: Step.Source, _ number: Int, _ storage: AttributeType.Storage,
    _ value: FetchValue = .null
  ) {
    names.append(SQLName.quoted(name))
    steps.append(
      Step(source: source, number: number, storage: storage, defaultValue: recordValue(value)))
  }

  private func recordValue(_ value: FetchValue) -> RecordValue {
    switch value {
    case .null, .list, .object: RecordValue()
    case .bool(let flag): RecordValue(integer: flag ? 1 : 0)
    case .integer(let number): RecordValue(integer: number)
    case .double(let number): RecordValue(double: number)
    case .date(let date): RecordValue(double: date.timeIntervalSinceReferenceDate)
    case .string(let text): RecordValue(text: keep(text.utf8))
    case .data(let data): RecordValue(blob: keep(data))
    }
  }

  private func keep(_ bytes: some Collection<UInt8>) -> TextBytes {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
    texts.append(buffer)
    return TextBytes(buffer)
  }

  private func textSource(_ keyPath: String, _ entity: EntityDescription) -> TextSource? {
    if let index = entity.attributeIndex(forKeyPath: keyPath) {
      return steps.firstIndex { $0.source == .attribute && $0.number == index }.map(TextSource.step)
    }
    return entity.elementPlace(forKeyPath: keyPath)
      .map { .element(list: $0.list, attribute: $0.attribute) }
  }
}
