internal import Collation
internal import Foundation
internal import SQLiteBulkLoad

/// A batch of rows to import: cells in tables and texts in one arena, whose memory is reused.
///
/// Between `beginRow` and `endRow` set the attributes of a row and then the elements of its to-many lists.
/// An attribute that is not set gets its default value. One thread has a batch at a time.
package final class RowBatch: @unchecked Sendable {
  /// A number, or the position of bytes in the arena.
  struct Cell {
    enum Kind: UInt8 { case unset, integer, double, text, data, null }

    let kind: Kind
    /// The integer, the bit pattern of the double, or the start of bytes in the arena in the upper half and their
    /// number in the lower half.
    let payload: Int64

    @inline(__always)
    init(kind: Kind, payload: Int64 = 0) {
      self.kind = kind
      self.payload = payload
    }

    init(kind: Kind, start: Int, count: Int) {
      self.init(kind: kind, payload: Int64(UInt32(start)) << 32 | Int64(UInt32(count)))
    }

    init(double: Double) {
      self.init(kind: .double, payload: Int64(bitPattern: double.bitPattern))
    }

    init(integer: Int64?) {
      if let integer { self.init(kind: .integer, payload: integer) } else { self.init(kind: .null) }
    }

    /// Null for NaN, as in SQLite.
    init(number double: Double?) {
      if let double, !double.isNaN { self.init(double: double) } else { self.init(kind: .null) }
    }

    var double: Double { Double(bitPattern: UInt64(bitPattern: payload)) }
    var start: Int { Int(truncatingIfNeeded: UInt64(bitPattern: payload) >> 32) }
    var count: Int { Int(payload & 0xFFFF_FFFF) }
  }

  /// The elements of one to-many list, of all rows of the batch.
  struct ElementList: ~Copyable {
    /// For each element the row it belongs to, 0-based in the batch.
    var owners: [Int32] = []
    var cells: CellTable
  }

  /// The entity of the rows.
  package let entity: EntityDescription
  // Checks of exclusive access would cost an import 3 % of its instructions.
  /// The number of complete rows.
  @exclusivity(unchecked)
  package private(set) var count = 0
  /// The attributes of each row.
  @exclusivity(unchecked)
  private(set) var cells: CellTable
  /// The elements of each to-many list.
  let lists: UnsafeMutableBufferPointer<ElementList>
  @exclusivity(unchecked)
  private var arena = ByteBuffer()
  /// For each row its byte offset in its input, and the offset of its first text in the arena.
  @exclusivity(unchecked)
  private var rows: [(source: Int, textStart: Int)] = []
  @exclusivity(unchecked)
  private var currentList = 0
  /// For each word of kinds the bytes of attributes that hashes take in.
  private let hashedKinds: [UInt64]

  /// Creates an empty batch for rows of an entity.
  package init(entity: EntityDescription) {
    self.entity = entity
    cells = CellTable(width: entity.attributes.count)
    lists = .allocate(capacity: entity.toMany.count)
    for (index, list) in entity.toMany.enumerated() {
      lists.initializeElement(
        at: index, to: ElementList(cells: CellTable(width: list.attributes.count)))
    }
    var hashed = [UInt64](repeating: .max, count: cells.words)
    for stamp in entity.importStamps.compactMap(entity.attributeIndex) {
      hashed[stamp / 8] &= ~(0xFF << UInt64(stamp % 8 * 8))
    }
    hashedKinds = hashed
  }

  deinit {
    lists.deinitialize()
    lists.deallocate()
  }

  /// Whether no row is complete.
  package var isEmpty: Bool { count == 0 }

  /// Removes all rows and keeps the memory.
  package func removeAll() {
    count = 0
    cells.removeAll()
    arena.removeAll()
    rows.removeAll(keepingCapacity: true)
    for list in lists.indices {
      lists[list].owners.removeAll(keepingCapacity: true)
      lists[list].cells.removeAll()
    }
  }

  /// The byte offset of a row in its input.
  func source(of row: Int) -> Int { rows[row].source }

  /// The bytes of a text or of data, valid until the next change.
  @inline(__always)
  func bytes(_ cell: Cell) -> TextBytes {
    TextBytes(start: arena.start + cell.start, count: cell.count)
  }
}

// MARK: - Filling

extension RowBatch {
  /// Begins a row; `source` is its byte offset in the input.
  package func beginRow(source: Int) {
    rows.append((source, arena.count))
    cells.appendRow()
  }

  /// Sets an attribute of the open row.
  package func set(_ attribute: Int, integer: Int64) {
    cells.set(attribute, Cell(kind: .integer, payload: integer))
  }

  /// Sets an attribute of the open row; NaN sets nothing.
  package func set(_ attribute: Int, double: Double) {
    if !double.isNaN { cells.set(attribute, Cell(double: double)) }
  }

  /// Sets an attribute of the open row.
  package func set(_ attribute: Int, boolean: Bool) {
    set(attribute, integer: boolean ? 1 : 0)
  }

  /// Sets an attribute of the open row to a copy of UTF-8 text.
  package func set(_ attribute: Int, text: UnsafeBufferPointer<UInt8>) {
    cells.set(attribute, store(text))
  }

  /// Begins an element of a to-many list of the open row.
  package func beginElement(of toMany: Int) {
    currentList = toMany
    lists[toMany].owners.append(Int32(count))
    lists[toMany].cells.appendRow()
  }

  /// Sets an attribute of the open element.
  package func setElement(_ attribute: Int, integer: Int64) {
    setElement(attribute, Cell(kind: .integer, payload: integer))
  }

  /// Sets an attribute of the open element; NaN sets nothing.
  package func setElement(_ attribute: Int, double: Double) {
    if !double.isNaN { setElement(attribute, Cell(double: double)) }
  }

  /// Sets an attribute of the open element to a copy of UTF-8 text.
  package func setElement(_ attribute: Int, text: UnsafeBufferPointer<UInt8>) {
    setElement(attribute, store(text))
  }

  /// Completes the open row.
  package func endRow() { count += 1 }

  @inline(__always)
  private func setElement(_ attribute: Int, _ cell: Cell) {
    lists[currentList].cells.set(attribute, cell)
  }

  @inline(__always)
  private func store(_ bytes: TextBytes, as kind: Cell.Kind = .text) -> Cell {
    let start = arena.count
    arena.append(bytes)
    return Cell(kind: kind, start: start, count: bytes.count)
  }

  private func store(_ text: String) -> Cell { text.withTextBytes { store($0) } }

  private func store(_ data: Data) -> Cell {
    data.withUnsafeBytes { store($0.bindMemory(to: UInt8.self), as: .data) }
  }
}

// MARK: - Objects

extension RowBatch {
  /// Appends an object, given by key; throws a `StoreError` for a value that does not fit its attribute.
  func append(_ object: FetchValue) throws {
    beginRow(source: 0)
    for (index, attribute) in entity.attributes.enumerated() {
      guard attribute.column != nil, attribute.derivation == nil else { continue }
      let value = value(of: attribute, in: object)
      try attribute.check(value, of: entity.name)
      try set(index, value)
    }
    for (list, toMany) in entity.toMany.enumerated() {
      let elements = object.value(forKeyPath: toMany.name) ?? .null
      try toMany.check(elements)
      try setElements(list, elements)
    }
    endRow()
  }

  /// The value of an attribute; a required one of a structure that the object has gets its default.
  private func value(of attribute: AttributeDescription, in object: FetchValue) -> FetchValue {
    func value(_ attribute: AttributeDescription) -> FetchValue {
      object.value(forKeyPath: attribute.keyPath) ?? .null
    }
    let own = value(attribute)
    guard own.isNull, let structure = attribute.structure, structure.isRequired,
      entity.attributes.contains(where: { structure.contains($0.keyPath) && !value($0).isNull })
    else { return own }
    return structure.defaultValue
  }

  /// Sets an attribute of the open row; a required one that is null gets its default.
  func set(_ index: Int, _ value: FetchValue) throws {
    let attribute = entity.attributes[index]
    if value.isNull, !attribute.isOptional { return }
    cells.set(index, try cell(value, attribute, entity.name))
  }

  /// Sets the elements of a to-many list of the open row; anything but a list sets none.
  func setElements(_ list: Int, _ value: FetchValue) throws {
    guard case .list(let elements) = value else { return }
    let toMany = entity.toMany[list]
    for element in elements {
      beginElement(of: list)
      for (index, attribute) in toMany.attributes.enumerated() {
        setElement(
          index, try cell(toMany.value(of: attribute, in: element), attribute, toMany.name))
      }
    }
  }

  /// Sets an attribute of the open row to a property of the value at an address.
  func set(_ attribute: Int, _ property: StoredProperty, of root: UnsafeRawPointer) {
    let cell =
      switch property.kind {
      case .string: property.value(of: root).map { store($0 as String) } ?? Cell(kind: .null)
      case .int: Cell(integer: (property.value(of: root) as Int?).map(Int64.init))
      case .int64: Cell(integer: property.value(of: root) as Int64?)
      case .double: Cell(number: property.value(of: root) as Double?)
      case .boolean: Cell(integer: (property.value(of: root) as Bool?).map { $0 ? 1 : 0 })
      case .date: Cell(number: (property.value(of: root) as Date?)?.timeIntervalSinceReferenceDate)
      case .data: property.value(of: root).map { store($0 as Data) } ?? Cell(kind: .null)
      }
    cells.set(attribute, cell)
  }

  private func cell(
    _ value: FetchValue, _ attribute: AttributeDescription, _ owner: String
  ) throws -> Cell {
    if let relationship = attribute.relationship {
      try value.objectID?.check(relationship.destination)
    }
    switch value.stored(as: attribute) {
    case .null?: return Cell(kind: .null)
    case .bool(let flag)?: return Cell(kind: .integer, payload: flag ? 1 : 0)
    case .integer(let number)?: return Cell(kind: .integer, payload: number)
    case .double(let number)?: return Cell(double: number)
    case .date(let date)?: return Cell(double: date.timeIntervalSinceReferenceDate)
    case .string(let text)?: return store(text)
    case .data(let data)?: return store(data)
    case .list?, .object?, nil:
      throw StoreError(
        .constraint, "store.wrongType",
        "\(owner).\(attribute.keyPath) is \(attribute.type.rawValue), found \(value.kindName)")
    }
  }
}

// MARK: - Hashing

extension RowBatch {
  /// Returns the hash of all values and elements of each row; stable between launches.
  func contentHashes() -> [UInt64] {
    var hashes = [ContentHash](repeating: ContentHash(), count: count)
    combineCells(into: &hashes)
    for list in lists.indices { combineElements(of: list, into: &hashes) }
    combineTexts(into: &hashes)
    return hashes.map(\.value)
  }

  private func combineCells(into hashes: inout [ContentHash]) {
    for row in hashes.indices {
      var hash = hashes[row]
      for word in 0..<cells.words {
        var kinds = cells.kinds(row, word: word) & hashedKinds[word]
        while kinds != 0 {
          let byte = kinds.trailingZeroBitCount >> 3
          kinds &= ~(0xFF &<< UInt64(truncatingIfNeeded: byte &<< 3))
          let attribute = word &<< 3 &+ byte
          hash.combine(cells[row, attribute], at: attribute)
        }
      }
      hashes[row] = hash
    }
  }

  private func combineElements(of list: Int, into hashes: inout [ContentHash]) {
    for (element, owner) in lists[list].owners.enumerated() {
      hashes[Int(owner)].combine(UInt64(list))
      for part in 0..<lists[list].cells.width {
        hashes[Int(owner)].combine(lists[list].cells[element, part], at: part)
      }
    }
  }

  private func combineTexts(into hashes: inout [ContentHash]) {
    for row in hashes.indices {
      let start = rows[row].textStart
      let end = row + 1 < rows.count ? rows[row + 1].textStart : arena.count
      hashes[row].combine(UnsafeRawBufferPointer(start: arena.start + start, count: end - start))
    }
  }
}
