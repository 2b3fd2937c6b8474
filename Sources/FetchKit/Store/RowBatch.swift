/// Rows on their way into the store: cells in one flat list, texts in one arena, both reused.
///
/// Between `beginRow` and `endRow` set the attributes of a row and then the elements of its to-many lists.
/// What is not set gets the attribute's default.
public struct RowBatch: Sendable {
  /// One cell: a number's bits, or where its text is in the arena.
  struct Cell: Sendable {
    enum Kind: UInt8, Sendable { case unset, integer, double, text }

    var kind = Kind.unset
    /// UTF-8 bytes of the text.
    var length: Int32 = 0
    /// The integer, the double's bit pattern, or the text's offset in the arena.
    var payload: Int64 = 0
  }

  /// The elements of one to-many list, of all rows of the batch.
  struct ElementList: Sendable {
    let width: Int
    /// For each element the row it belongs to, 0-based in the batch.
    var owners: [Int32] = []
    /// `[elements][attributes]`, flat.
    var cells: [Cell] = []
  }

  /// The entity the rows belong to.
  public let entity: EntityDescription
  /// How many rows are complete.
  public private(set) var count = 0

  /// `[rows][attributes]`, flat.
  private(set) var cells: [Cell] = []
  /// The texts, one after the other, and room for more.
  private(set) var arena: [UInt8] = []
  /// Where the next text begins in the arena.
  private var textEnd = 0
  private(set) var elements: [ElementList]
  /// For each row the byte offset of the row in its input.
  private(set) var sources: [Int] = []
  /// For each row the hash that it was stored with; empty when hashes are to be computed.
  private var storedHashes: [UInt64] = []
  /// For each row where its texts begin in the arena.
  private var textStarts: [Int] = []
  private var currentList = 0
  /// The first cell of the row that was begun.
  private var rowStart = 0
  /// The places of attributes that are left out of the hashes, ascending.
  private let stamps: [Int]
  /// The cells of a row that sets nothing.
  private let emptyRow: [Cell]

  /// An empty batch for rows of an entity.
  public init(entity: EntityDescription) {
    self.entity = entity
    stamps = entity.importStamps.compactMap(entity.attributeIndex).sorted()
    elements = entity.toMany.map { ElementList(width: $0.attributes.count) }
    emptyRow = entity.attributes.map { _ in Cell() }
  }

  /// Whether there is no complete row.
  public var isEmpty: Bool { count == 0 }

  /// Forgets all rows and keeps the memory.
  public mutating func removeAll() {
    count = 0
    cells.removeAll(keepingCapacity: true)
    textEnd = 0
    sources.removeAll(keepingCapacity: true)
    storedHashes.removeAll(keepingCapacity: true)
    textStarts.removeAll(keepingCapacity: true)
    for list in elements.indices {
      elements[list].owners.removeAll(keepingCapacity: true)
      elements[list].cells.removeAll(keepingCapacity: true)
    }
  }
}

// MARK: - Filling

extension RowBatch {
  /// Begins a row that stood `source` bytes into its input.
  public mutating func beginRow(source: Int) {
    rowStart = cells.count
    textStarts.append(textEnd)
    sources.append(source)
    cells.append(contentsOf: emptyRow)
  }

  /// Sets an attribute of the row that was begun.
  public mutating func set(_ attribute: Int, integer: Int64) {
    cells[cellIndex(attribute)] = Cell(kind: .integer, payload: integer)
  }

  /// Sets an attribute of the row that was begun; not a number is no value.
  public mutating func set(_ attribute: Int, double: Double) {
    guard !double.isNaN else { return }
    cells[cellIndex(attribute)] = Cell(kind: .double, payload: Int64(bitPattern: double.bitPattern))
  }

  /// Sets an attribute of the row that was begun.
  public mutating func set(_ attribute: Int, boolean: Bool) {
    set(attribute, integer: boolean ? 1 : 0)
  }

  /// Sets an attribute of the row that was begun to UTF-8 text, which is copied.
  public mutating func set(_ attribute: Int, text: UnsafeBufferPointer<UInt8>) {
    cells[cellIndex(attribute)] = store(text)
  }

  /// Sets an attribute of the row that was begun.
  public mutating func set(_ attribute: Int, text: String) {
    cells[cellIndex(attribute)] = store(text)
  }

  /// Begins an element of a to-many list of the row that was begun.
  public mutating func beginElement(of toMany: Int) {
    currentList = toMany
    elements[toMany].owners.append(Int32(count))
    elements[toMany].cells.append(contentsOf: repeatElement(Cell(), count: elements[toMany].width))
  }

  /// Sets an attribute of the element that was begun.
  public mutating func setElement(_ attribute: Int, integer: Int64) {
    setElement(attribute, Cell(kind: .integer, payload: integer))
  }

  /// Sets an attribute of the element that was begun; not a number is no value.
  public mutating func setElement(_ attribute: Int, double: Double) {
    guard !double.isNaN else { return }
    setElement(attribute, Cell(kind: .double, payload: Int64(bitPattern: double.bitPattern)))
  }

  /// Sets an attribute of the element that was begun to UTF-8 text, which is copied.
  public mutating func setElement(_ attribute: Int, text: UnsafeBufferPointer<UInt8>) {
    setElement(attribute, store(text))
  }

  /// Sets an attribute of the element that was begun.
  public mutating func setElement(_ attribute: Int, text: String) {
    setElement(attribute, store(text))
  }

  /// Completes the row that was begun.
  public mutating func endRow() { count += 1 }

  /// Completes a row that was read from a store, where it had a hash.
  mutating func endRow(hash: UInt64) {
    storedHashes.append(hash)
    endRow()
  }

  /// Takes back the row that was begun.
  public mutating func discardRow() {
    sources.removeLast()
    cells.removeLast(emptyRow.count)
    textEnd = textStarts.removeLast()
    for list in elements.indices { dropElementsOfOpenRow(in: list) }
  }

  @inline(__always)
  private func cellIndex(_ attribute: Int) -> Int { rowStart &+ attribute }

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
    var text = text
    return text.withUTF8 { store($0) }
  }

  private mutating func dropElementsOfOpenRow(in list: Int) {
    while elements[list].owners.last == Int32(count) {
      elements[list].owners.removeLast()
      elements[list].cells.removeLast(elements[list].width)
    }
  }
}

// MARK: - Hashing

extension RowBatch {
  /// For each row a hash of all texts, numbers and elements that were set in it; stable between
  /// launches.
  func contentHashes() -> [UInt64] {
    guard storedHashes.isEmpty else { return storedHashes }
    var elementStarts = elements.map { _ in 0 }
    return (0..<count).map { row in
      var hash = ContentHash()
      combineCells(of: row, into: &hash)
      for list in elements.indices {
        combineElements(of: row, in: elements[list], from: &elementStarts[list], into: &hash)
      }
      combineTexts(of: row, into: &hash)
      return hash.value
    }
  }

  private func combineCells(of row: Int, into hash: inout ContentHash) {
    let width = emptyRow.count
    var start = row * width
    for stamp in stamps {
      for index in start..<(row * width + stamp) { hash.combine(cells[index]) }
      start = row * width + stamp + 1
    }
    for index in start..<((row + 1) * width) { hash.combine(cells[index]) }
  }

  private func combineElements(
    of row: Int, in list: ElementList, from start: inout Int, into hash: inout ContentHash
  ) {
    var end = start
    while end < list.owners.count, list.owners[end] == Int32(row) { end += 1 }
    hash.combine(UInt64(end - start))
    for index in (start * list.width)..<(end * list.width) { hash.combine(list.cells[index]) }
    start = end
  }

  private func combineTexts(of row: Int, into hash: inout ContentHash) {
    let end = row + 1 < textStarts.count ? textStarts[row + 1] : textEnd
    arena.withUnsafeBytes {
      hash.combine(UnsafeRawBufferPointer(rebasing: $0[textStarts[row]..<end]))
    }
  }
}

/// A 64-bit hash that is the same in every run: multiply and fold, eight bytes at a time.
package struct ContentHash {
  package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  mutating func combine(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    value = product.high ^ product.low &+ 0xE703_7ED1_A0B4_28DB
  }

  mutating func combine(_ cell: RowBatch.Cell) {
    combine(UInt64(cell.kind.rawValue) << 32 | UInt64(UInt32(bitPattern: cell.length)))
    if cell.kind != .text { combine(UInt64(bitPattern: cell.payload)) }
  }

  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      combine(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var tail: UInt64 = UInt64(bytes.count) << 56
    for (shift, byte) in bytes[offset...].enumerated() {
      tail |= UInt64(byte) << (8 * UInt64(shift))
    }
    combine(tail)
  }
}
