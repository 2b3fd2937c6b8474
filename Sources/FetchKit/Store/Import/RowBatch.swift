internal import Collation
internal import Foundation

/// A batch of rows to import: cells in one flat list and texts in one arena, whose memory is reused.
///
/// Between `beginRow` and `endRow` set the attributes of a row and then the elements of its to-many lists.
/// An attribute that is not set gets its default value.
package struct RowBatch: Sendable {
  /// A number, or the position of a text in the arena.
  struct Cell: Sendable {
    enum Kind: UInt8, Sendable { case unset, integer, double, text, data, null }

    var kind = Kind.unset
    /// The number of bytes of a text or of data.
    var length: Int32 = 0
    /// The integer, the bit pattern of the double, or the offset of the bytes in the arena.
    var payload: Int64 = 0

    init(kind: Kind = .unset, length: Int32 = 0, payload: Int64 = 0) {
      self.kind = kind
      self.length = length
      self.payload = payload
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
  }

  /// The elements of one to-many list, of all rows of the batch.
  struct ElementList: Sendable {
    let width: Int
    /// For each element the row it belongs to, 0-based in the batch.
    var owners: [Int32] = []
    /// `[elements][attributes]`, flat.
    var cells: [Cell] = []
  }

  /// The entity of the rows.
  package let entity: EntityDescription
  /// The number of complete rows.
  package private(set) var count = 0

  /// `[rows][attributes]`, flat, followed by cells that are unset.
  private(set) var cells: [Cell] = []
  /// The texts, followed by free space.
  private(set) var arena: [UInt8] = []
  /// The offset of the next text in the arena.
  private var textEnd = 0
  private(set) var elements: [ElementList]
  /// The byte offset of each row in its input.
  private(set) var sources: [Int] = []
  /// The offset of the first text of each row in the arena.
  private var textStarts: [Int] = []
  private var currentList = 0
  /// The cells of the open row, or of the last one.
  private var row = 0..<0
  /// The indexes of attributes that hashes leave out, ascending.
  private let stamps: [Int]
  /// The number of attributes.
  private let width: Int

  /// Creates an empty batch for rows of an entity.
  package init(entity: EntityDescription) {
    self.entity = entity
    stamps = entity.importStamps.compactMap(entity.attributeIndex).sorted()
    elements = entity.toMany.map { ElementList(width: $0.attributes.count) }
    width = entity.attributes.count
  }

  /// Whether no row is complete.
  package var isEmpty: Bool { count == 0 }

  /// Removes all rows and keeps the memory.
  package mutating func removeAll() {
    count = 0
    for cell in 0..<row.upperBound { cells[cell] = Cell() }
    row = 0..<0
    textEnd = 0
    sources.removeAll(keepingCapacity: true)
    textStarts.removeAll(keepingCapacity: true)
    for list in elements.indices {
      elements[list].owners.removeAll(keepingCapacity: true)
      elements[list].cells.removeAll(keepingCapacity: true)
    }
  }
}

// MARK: - Filling

extension RowBatch {
  /// Begins a row; `source` is its byte offset in the input.
  package mutating func beginRow(source: Int) {
    row = row.upperBound..<row.upperBound + width
    textStarts.append(textEnd)
    sources.append(source)
    if row.upperBound > cells.count {
      cells.append(contentsOf: repeatElement(Cell(), count: width))
    }
  }

  /// Sets an attribute of the open row.
  package mutating func set(_ attribute: Int, integer: Int64) {
    cells[cellIndex(attribute)] = Cell(kind: .integer, payload: integer)
  }

  /// Sets an attribute of the open row; NaN sets nothing.
  package mutating func set(_ attribute: Int, double: Double) {
    guard !double.isNaN else { return }
    cells[cellIndex(attribute)] = Cell(double: double)
  }

  /// Sets an attribute of the open row.
  package mutating func set(_ attribute: Int, boolean: Bool) {
    set(attribute, integer: boolean ? 1 : 0)
  }

  /// Sets an attribute of the open row to a copy of UTF-8 text.
  package mutating func set(_ attribute: Int, text: UnsafeBufferPointer<UInt8>) {
    cells[cellIndex(attribute)] = store(text)
  }

  /// Begins an element of a to-many list of the open row.
  package mutating func beginElement(of toMany: Int) {
    currentList = toMany
    elements[toMany].owners.append(Int32(count))
    elements[toMany].cells.append(contentsOf: repeatElement(Cell(), count: elements[toMany].width))
  }

  /// Sets an attribute of the open element.
  package mutating func setElement(_ attribute: Int, integer: Int64) {
    setElement(attribute, Cell(kind: .integer, payload: integer))
  }

  /// Sets an attribute of the open element; NaN sets nothing.
  package mutating func setElement(_ attribute: Int, double: Double) {
    guard !double.isNaN else { return }
    setElement(attribute, Cell(double: double))
  }

  /// Sets an attribute of the open element to a copy of UTF-8 text.
  package mutating func setElement(_ attribute: Int, text: UnsafeBufferPointer<UInt8>) {
    setElement(attribute, store(text))
  }

  /// Completes the open row.
  package mutating func endRow() { count += 1 }

  @inline(__always)
  private func cellIndex(_ attribute: Int) -> Int { row.lowerBound &+ attribute }

  private mutating func setElement(_ attribute: Int, _ cell: Cell) {
    let list = currentList
    elements[list].cells[elements[list].cells.count - elements[list].width + attribute] = cell
  }

  @inline(__always)
  private mutating func store(_ text: UnsafeBufferPointer<UInt8>) -> Cell {
    let start = textEnd
    textEnd &+= text.count
    if textEnd > arena.count { growArena() }
    if let source = text.baseAddress {
      arena.withUnsafeMutableBytes { bytes in
        bytes.baseAddress?.advanced(by: start).copyMemory(from: source, byteCount: text.count)
      }
    }
    return Cell(kind: .text, length: Int32(text.count), payload: Int64(start))
  }

  private mutating func growArena() {
    let size = max(2 * arena.count, textEnd)
    arena.append(contentsOf: repeatElement(0, count: size - arena.count))
  }

  private mutating func store(_ text: String) -> Cell {
    text.withTextBytes { store($0) }
  }

  private mutating func store(_ data: Data) -> Cell {
    var cell = data.withUnsafeBytes { store($0.bindMemory(to: UInt8.self)) }
    cell.kind = .data
    return cell
  }
}

// MARK: - Objects

extension RowBatch {
  /// Appends an object, given by key; throws a `StoreError` for a value that does not fit its attribute.
  mutating func append(_ object: FetchValue) throws {
    beginRow(source: 0)
    for (index, attribute) in entity.attributes.enumerated() {
      guard attribute.column != nil, attribute.derivation == nil else { continue }
      try set(index, object.value(forKeyPath: attribute.keyPath) ?? .null)
    }
    for (list, toMany) in entity.toMany.enumerated() {
      try setElements(list, object.value(forKeyPath: toMany.name) ?? .null)
    }
    endRow()
  }

  /// Sets an attribute of the open row; a required one that is null gets its default.
  mutating func set(_ index: Int, _ value: FetchValue) throws {
    let attribute = entity.attributes[index]
    if value.isNull, !attribute.isOptional { return }
    cells[cellIndex(index)] = try cell(value, attribute, entity.name)
  }

  /// Sets the elements of a to-many list of the open row; anything but a list sets none.
  mutating func setElements(_ list: Int, _ value: FetchValue) throws {
    guard case .list(let elements) = value else { return }
    let toMany = entity.toMany[list]
    for element in elements {
      beginElement(of: list)
      for (index, attribute) in toMany.attributes.enumerated() {
        let value =
          toMany.isScalar ? element : element.value(forKeyPath: attribute.keyPath) ?? .null
        setElement(index, try cell(value, attribute, toMany.name))
      }
    }
  }

  /// Sets an attribute of the open row to a property of the value at an address.
  mutating func set(_ attribute: Int, _ property: StoredProperty, of root: UnsafeRawPointer) {
    cells[cellIndex(attribute)] =
      switch property.kind {
      case .string: property.value(of: root).map { store($0 as String) } ?? Cell(kind: .null)
      case .int: Cell(integer: (property.value(of: root) as Int?).map(Int64.init))
      case .int64: Cell(integer: property.value(of: root) as Int64?)
      case .double: Cell(number: property.value(of: root) as Double?)
      case .boolean: Cell(integer: (property.value(of: root) as Bool?).map { $0 ? 1 : 0 })
      case .date: Cell(number: (property.value(of: root) as Date?)?.timeIntervalSinceReferenceDate)
      case .data: property.value(of: root).map { store($0 as Data) } ?? Cell(kind: .null)
      }
  }

  private mutating func cell(
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
    for list in elements.indices { combineElements(of: list, into: &hashes) }
    combineTexts(into: &hashes)
    return hashes.map(\.value)
  }

  private func combineCells(into hashes: inout [ContentHash]) {
    let hashed = (0..<width).filter { !stamps.contains($0) }
    cells.withUnsafeBufferPointer { cells in
      for row in hashes.indices {
        var hash = hashes[row]
        for attribute in hashed { hash.combine(cells[row &* width &+ attribute], at: attribute) }
        hashes[row] = hash
      }
    }
  }

  private func combineElements(of list: Int, into hashes: inout [ContentHash]) {
    let width = elements[list].width
    elements[list].cells.withUnsafeBufferPointer { cells in
      for (element, owner) in elements[list].owners.enumerated() {
        var hash = hashes[Int(owner)]
        hash.combine(UInt64(list))
        for part in 0..<width { hash.combine(cells[element &* width &+ part], at: part) }
        hashes[Int(owner)] = hash
      }
    }
  }

  private func combineTexts(into hashes: inout [ContentHash]) {
    arena.withUnsafeBytes { bytes in
      for row in hashes.indices {
        let end = row + 1 < textStarts.count ? textStarts[row + 1] : textEnd
        hashes[row].combine(UnsafeRawBufferPointer(rebasing: bytes[textStarts[row]..<end]))
      }
    }
  }
}
