import JSONStream
import Venues

/// What no field reads of a place and of the objects in it, as the text of one JSON object.
struct Extras {
  /// Objects of which nothing else is kept, and those that are read as places of their own.
  private static let readWhole: Set<String> = [
    "attributes", "features", "likes", "tips", "photos", "specials", "properties", "boba", "extras",
  ]

  /// The values that say nothing.
  private static let empty = ["null", "\"\"", "{}", "[]"].map { Array($0.utf8) }

  /// The maximum bytes of the text.
  let limit: Int
  /// The maximum levels of nesting of a member.
  private let maximumDepth: Int
  private var members: [(key: String, text: [UInt8])] = []
  private var indexByKey: [String: Int] = [:]
  private var count = 0
  /// Whether members were left out because they are too long.
  private(set) var isTruncated = false
  /// Whether members were left out because they are nested too deep.
  private(set) var isTooDeep = false

  init(limit: Int, maximumDepth: Int = ExtrasText.maximumDepth - 1) {
    self.limit = limit
    self.maximumDepth = maximumDepth
  }

  /// The rest of a place, after everything else was read; nil without any.
  ///
  /// `properties` are those of a feature, `own` the extras of our own exports, and `otherColumns` the
  /// titles of columns that no field reads, `titles` those of the others.
  init?(
    _ place: JSONValue, properties: JSONValue?, own: JSONValue?, otherColumns: [String],
    titles: [FieldName: String]
  ) {
    let hasRest = place.hasRest || !otherColumns.isEmpty || properties?.hasRest == true
    guard own != nil || hasRest else { return nil }
    self.init(limit: ExtrasText.maximumCount)
    if place.tape.pointee.escaping == .json {
      addRest(of: place)
      if let properties { addRest(of: properties) }
    } else {
      addCells(of: place, otherColumns, titles)
    }
    if let own { add(own) }
  }

  /// Adds the extras of our own exports: an object, or in CSV its text. Any other value is a member like others.
  private mutating func add(_ own: JSONValue) {
    if own.kind == .object { return addMembers(own.source) }
    let key = VenueField.extras.key
    guard let text = own.text else { return add(key, own.source) }
    guard let object = CanonicalJSON(object: text.trimmed.bytes) else {
      return add(key, string: text.string)
    }
    addMembers(of: object.bytes)
  }

  /// Adds the cells of columns that no field reads: the last nodes are those of unknown columns.
  private mutating func addCells(
    of row: JSONValue, _ otherColumns: [String], _ titles: [FieldName: String]
  ) {
    var columns = otherColumns.makeIterator()
    for cell in row.children {
      let title =
        if cell.name == .unknown {
          columns.next()
        } else if cell.isRest(in: .element) {
          titles[cell.name] ?? "\(cell.name)"
        } else {
          String?.none
        }
      guard let title, let text = cell.text, !text.isBlank else { continue }
      add(title, string: text.string)
    }
  }

  /// Adds what was not read of a place and of the objects in it.
  private mutating func addRest(of place: JSONValue) {
    let read = Self.offsets(ofRead: place)
    let slice = place.tape.pointee.slice
    let members = JSONMembers(of: place.source).map { key, value in
      (key: key, value: value, isRead: read.contains(value - slice))
    }
    // Few, because of several members with the same key only the last one was read.
    let readKeys = members.compactMap { $0.isRead ? $0.key : nil }
    for (key, value, isRead) in members {
      if !isRead {
        if !readKeys.contains(key), !IgnoredKeys.contains(key) { add(key, value) }
      } else if value.pointee == Byte.openObject, !Self.readWhole.contains(key),
        !IgnoredKeys.contains(key)
      {
        addRest(of: value, key) { read.contains($0 - slice) }
      }
    }
  }

  /// Adds what was not read of an object in a place.
  private mutating func addRest(
    of object: UnsafePointer<UInt8>, _ key: String,
    isRead: (_ value: UnsafePointer<UInt8>) -> Bool
  ) {
    var inner = Extras(limit: limit, maximumDepth: maximumDepth - 1)
    for (key, value) in JSONMembers(of: object) where !isRead(value) && !IgnoredKeys.contains(key) {
      inner.add(key, value)
    }
    if inner.isTruncated { isTruncated = true }
    if inner.isTooDeep { isTooDeep = true }
    if let text = inner.text { add(key, text: text) }
  }

  /// The offsets of the values that were read, or that say nothing else.
  private static func offsets(ofRead place: JSONValue) -> Set<Int> {
    var offsets: Set<Int> = []
    for member in place.children {
      if !member.isRest(in: .element) { offsets.insert(member.offset) }
      guard member.kind == .object else { continue }
      for inner in member.children where !inner.isRest(in: member.name) {
        offsets.insert(inner.offset)
      }
    }
    return offsets
  }

  /// Adds the members of the object with a text.
  mutating func addMembers(of text: [UInt8]) {
    text.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { addMembers(start) }
    }
  }

  private mutating func addMembers(_ object: UnsafePointer<UInt8>) {
    for (key, value) in JSONMembers(of: object) where !IgnoredKeys.isPersonal(key) {
      add(key, value)
    }
  }

  private mutating func add(_ key: String, string: String) {
    add(key, text: CanonicalJSON(string: string).bytes)
  }

  private mutating func add(_ key: String, _ value: UnsafePointer<UInt8>) {
    // Escapes have at most six bytes for each that they stand for.
    guard JSONMembers.end(of: value) - value <= limit * 6 else {
      isTruncated = true
      return
    }
    guard JSONMembers.depth(of: value) <= maximumDepth else {
      isTooDeep = true
      return
    }
    var json = CanonicalJSON()
    json.append(value, omitting: IgnoredKeys.isPersonal)
    add(key, text: json.bytes)
  }

  /// Adds a member that says something and fits; the last one with a key counts.
  private mutating func add(_ key: String, text: [UInt8]) {
    if let index = indexByKey[key] {
      if !members[index].text.isEmpty { count -= members[index].text.count + 1 }
      members[index].text = []
    }
    if Self.empty.contains(text) { return }
    let bytes = CanonicalJSON(string: key).bytes + [Byte.colon] + text
    guard count + bytes.count + 2 <= limit else {
      isTruncated = true
      return
    }
    count += bytes.count + 1
    if let index = indexByKey[key] {
      members[index].text = bytes
    } else {
      indexByKey[key] = members.count
      members.append((key, bytes))
    }
  }

  /// The object; nil without members.
  var text: [UInt8]? {
    var object: [UInt8] = []
    for member in members where !member.text.isEmpty {
      object.append(object.isEmpty ? Byte.openObject : Byte.comma)
      object += member.text
    }
    return object.isEmpty ? nil : object + [Byte.closeObject]
  }
}

extension JSONValue {
  /// Whether a member of this object, or of an object in it, was not read.
  fileprivate var hasRest: Bool {
    if tape.pointee.hasUnknownMembers { return true }
    for member in children {
      if member.isRest(in: .element) { return true }
      guard member.kind == .object else { continue }
      let parent = member.name
      for inner in member.children where inner.isRest(in: parent) { return true }
    }
    return false
  }

  @inline(__always)
  fileprivate func isRest(in parent: FieldName) -> Bool {
    isUnread && !IgnoredKeys.contains(name, in: parent)
  }
}

/// The text of `extras`.
package enum ExtrasText {
  /// The text in canonical form; nil if it is not one JSON object.
  package static func canonical(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    CanonicalJSON(object: text)?.bytes
  }

  /// What an import keeps of the text; empty for nothing, nil if it is too long, too deep or not one JSON object.
  package static func kept(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let object = canonical(text) else { return nil }
    var extras = Extras(limit: maximumCount)
    extras.addMembers(of: object)
    return extras.isTruncated || extras.isTooDeep ? nil : extras.text ?? []
  }

  /// The maximum bytes of the text of a venue.
  package static let maximumCount = 16 << 10

  /// The maximum levels of nesting, so that an import reads back every export, which adds levels around it.
  package static let maximumDepth = 256
}
