internal import Collation

/// Makes the rows of a batch into records of the entity's table and into entries of its indexes.
struct RowRecords: ~Copyable {
  private let plan: BulkPlan
  private let steps: UnsafeMutableBufferPointer<BulkStep>
  /// The values of the current row.
  private let cells: UnsafeMutablePointer<BulkCell>
  private let derivedSteps: [Int]
  private let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
  /// The texts that are derived from others.
  private var derived = ByteBuffer()
  /// For each derived step where its text begins, and whether there is one, which may be empty.
  private var derivedTexts: [(start: Int, isThere: Bool)] = []
  /// How many texts, empty ones among them, are in the one that is being derived.
  private var textCount = 0
  private var record = RecordBuilder()

  init(_ plan: BulkPlan) {
    self.plan = plan
    steps = .allocate(capacity: plan.steps.count)
    _ = steps.initialize(from: plan.steps)
    cells = .allocate(capacity: plan.steps.count)
    cells.initialize(repeating: BulkCell(), count: plan.steps.count)
    derivedSteps = plan.steps.indices.filter {
      plan.steps[$0].source == .naturalOrder || plan.steps[$0].source == .foldedTexts
    }
  }

  deinit {
    steps.deallocate()
    cells.deallocate()
  }

  /// Turns to a row of a batch, whose elements are those of `elements` in each list.
  mutating func load(
    _ row: Int, of batch: borrowing RowBatchView, elements: UnsafeMutablePointer<Range<Int>>
  ) throws {
    for index in 0..<steps.count {
      switch steps[index].source {
      case .attribute:
        let cell = batch.cell(row, steps[index].number)
        if !set(index, to: cell, batch) { throw misfit(index) }
      case .contentHash: cells[index] = BulkCell(integer: Int64(bitPattern: batch.hash(row)))
      case .naturalOrder, .foldedTexts: cells[index] = BulkCell()
      }
    }
    derive(row, batch, elements)
  }

  /// Turns to an element of a list.
  mutating func load(element: Int, of list: Int, in batch: borrowing RowBatchView) throws {
    for index in 0..<steps.count {
      let cell = batch.element(list, element, steps[index].number)
      if !set(index, to: cell, batch) { throw misfit(index) }
    }
  }

  /// Sets a value; false when the column cannot hold it.
  @inline(__always)
  private func set(
    _ index: Int, to cell: RowBatch.Cell, _ batch: borrowing RowBatchView
  ) -> Bool {
    switch (cell.kind, steps[index].storage) {
    case (.unset, _): cells[index] = steps[index].defaultCell
    case (.integer, .integer): cells[index] = BulkCell(integer: cell.payload)
    case (.integer, .real): cells[index] = BulkCell(double: Double(cell.payload))
    case (.double, .real):
      cells[index] = BulkCell(double: Double(bitPattern: UInt64(bitPattern: cell.payload)))
    case (.text, .text): cells[index] = BulkCell(text: batch.text(cell))
    case (.double, .integer), (.integer, .text), (.double, .text), (.text, .integer),
      (.text, .real):
      return false
    }
    return true
  }

  private func misfit(_ index: Int) -> StoreError {
    StoreError(
      .constraint, "store.wrongColumnType", "a value does not fit the column \(plan.names[index])")
  }
}

// MARK: - What is derived

extension RowRecords {
  /// The texts move while there are more: what is kept until the last is where each begins.
  private mutating func derive(
    _ row: Int, _ batch: borrowing RowBatchView, _ elements: UnsafeMutablePointer<Range<Int>>
  ) {
    derived.removeAll()
    derivedTexts.removeAll(keepingCapacity: true)
    for index in derivedSteps {
      let start = derived.count
      textCount = 0
      if steps[index].source == .naturalOrder {
        deriveOrder(batch.cell(row, steps[index].number), batch)
      } else {
        deriveFolded(steps[index].number, row, batch, elements)
      }
      derivedTexts.append((start, textCount > 0))
    }
    for place in derivedSteps.indices { setDerived(place) }
  }

  private func setDerived(_ place: Int) {
    let (start, isThere) = derivedTexts[place]
    let isLast = place + 1 == derivedTexts.count
    let end = isLast ? derived.count : derivedTexts[place + 1].start
    cells[derivedSteps[place]] =
      isThere
      ? BulkCell(text: TextBytes(start: derived.start + start, count: end - start)) : BulkCell()
  }

  private mutating func deriveOrder(_ cell: RowBatch.Cell, _ batch: borrowing RowBatchView) {
    guard cell.kind == .text else { return }
    textCount = 1
    NaturalOrder.withKey(of: batch.text(cell)) { derived.append($0) }
  }

  private mutating func deriveFolded(
    _ number: Int, _ row: Int, _ batch: borrowing RowBatchView,
    _ elements: UnsafeMutablePointer<Range<Int>>
  ) {
    for source in plan.foldedTexts[number] {
      switch source {
      case .attribute(let attribute): fold(batch.cell(row, attribute), batch)
      case .element(let list, let attribute):
        for element in elements[list] {
          fold(batch.element(list, element, attribute), batch)
        }
      }
    }
  }

  /// Adds a text behind those that are there, on a line of its own.
  private mutating func fold(_ cell: RowBatch.Cell, _ batch: borrowing RowBatchView) {
    guard cell.kind == .text else { return }
    if textCount > 0 { derived.append(0x0A) }
    textCount += 1
    folding.withFolded(batch.text(cell)) { derived.append($0) }
  }
}

// MARK: - What is made of it

extension RowRecords {
  /// The record of the row; the primary key stands first, as nothing: it is the key of the tree.
  mutating func tableRecord() -> TextBytes {
    record.removeAll()
    record.appendNull()
    appendCells()
    return record.finish()
  }

  /// The record of an element in the table of its list.
  mutating func elementRecord(owner: Int64, position: Int) -> TextBytes {
    record.removeAll()
    record.append(owner)
    record.append(Int64(position))
    appendCells()
    return record.finish()
  }

  private mutating func appendCells() {
    for index in 0..<steps.count {
      switch cells[index].kind {
      case .null: record.appendNull()
      case .integer: record.append(cells[index].bits)
      case .double: record.append(cells[index].double)
      case .text: record.append(cells[index].text)
      }
    }
  }

  /// Writes the value of a column to a key of an index.
  @inline(__always)
  func write(_ index: Int, to key: inout ByteBuffer) {
    switch cells[index].kind {
    case .null: SortKey.appendNull(to: &key)
    case .integer: SortKey.append(cells[index].bits, to: &key)
    case .double: SortKey.append(cells[index].double, to: &key)
    case .text: SortKey.append(cells[index].text, to: &key)
    }
  }
}
