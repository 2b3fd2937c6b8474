import JSONStream
import Venues

/// Reads the categories of a place; the primary one also becomes the category of the record.
struct CategoryReader: ~Copyable {
  /// The members of the category that is being read.
  private var members = MemberIndex()

  init() {}

  /// Reads a list in order; the primary category is the first that says so, else the first.
  mutating func read(
    list: JSONValue?, _ values: inout ValueReader, into record: inout VenueRecord
  ) {
    guard let list else { return }
    if list.kind == .object { return read(single: list, &values, into: &record) }
    guard list.kind == .array else { return read(text: list, &values, into: &record) }
    var primary: Int?
    for value in list.children where value.kind != .null {
      guard let category = category(value, &values) else { continue }
      if primary == nil, values.boolean(members[.primary], "categories.primary") == true {
        primary = record.categories.count
      }
      record.categories.append(category)
    }
    if !record.categories.isEmpty { record.category = record.categories[primary ?? 0] }
  }

  /// Reads names that are joined in a text.
  private func read(
    text: JSONValue, _ values: inout ValueReader, into record: inout VenueRecord
  ) {
    guard text.kind == .string else {
      return values.report("categories", expected: .array, text)
    }
    Self.read(names: text, ids: nil, paths: nil, &values, into: &record)
    if let first = record.categories.first { record.category = first }
  }

  /// Reads a single category instead of a list.
  mutating func read(
    single value: JSONValue?, _ values: inout ValueReader, into record: inout VenueRecord
  ) {
    guard let value, let category = category(value, &values) else { return }
    record.categories.append(category)
    record.category = category
  }

  /// An object with a name, or just the name.
  private mutating func category(
    _ value: JSONValue, _ values: inout ValueReader
  ) -> VenueRecord.Category? {
    members.load(value)
    let name = values.prose(
      value.kind == .object ? members[.name] ?? members[.title] : value, "categories.name")
    let id = values.text(members[.id] ?? members[.categoryID], "categories.id")
    guard name != nil || id != nil else { return nil }
    let category = VenueRecord.Category(name: name, id: id, path: path(name, &values))
    return values.splitsCategories ? category.splittingPath : category
  }

  /// The names of all levels of the category, from those of the parents; nil without parents.
  private func path(_ name: TextSlice?, _ values: inout ValueReader) -> TextSlice? {
    if let path = members[.path] { return values.prose(path, "categories.path") }
    guard let name, let parents = members[.parents], parents.count > 0 else { return nil }
    var levels: [String] = []
    for parent in parents.children {
      let level = values.prose(
        parent.kind == .object ? parent[.name] : parent, "categories.parents")
      if let level { levels.append(level.string) }
    }
    return parents.tape.pointee.arena.copy(
      (levels + [name.string]).joined(separator: " > ").utf8)
  }
}

// MARK: - The open data set

extension CategoryReader {
  /// Reads labels, which are paths such as "Dining > Tea > Bubble Tea Shop", and the identifiers beside them.
  static func read(labels: JSONValue?, ids: JSONValue?, into record: inout VenueRecord) {
    let (labels, ids) = (texts(labels), texts(ids))
    for index in 0..<max(labels.count, ids.count) {
      let path = index < labels.count ? labels[index] : nil
      let id = index < ids.count ? ids[index] : nil
      guard path ?? id != nil else { continue }
      record.categories.append(
        VenueRecord.Category(name: path?.lastStep, id: id, path: path?.trimmed))
    }
    if let first = record.categories.first { record.category = first }
  }

  /// The texts of an array, or of an array that was written as a text into a CSV cell; nil for those that say nothing.
  private static func texts(_ value: JSONValue?) -> [TextSlice?] {
    guard let value else { return [] }
    if let text = value.text { return BracketedList.items(text, in: &value.tape.pointee.arena) }
    return value.children.map { $0.textOrDigits.flatMap { $0.isBlank ? nil : $0 } }
  }
}

extension TextSlice {
  /// The text after the last `>`.
  fileprivate var lastStep: TextSlice {
    let start = bytes.lastIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? 0
    return TextSlice(start: self.start + start, count: count - start).trimmed
  }
}

extension VenueRecord.Category {
  /// The category with the last part of its name and the whole name as its path, if other programs wrote one there, such as
  /// "Dining > Tea".
  fileprivate var splittingPath: Self {
    guard path == nil, let name, name.bytes.contains(UInt8(ascii: ">")),
      name.string.contains(" > "), !name.lastStep.isBlank
    else { return self }
    return Self(name: name.lastStep, id: id, path: name.trimmed)
  }
}

// MARK: - Our own exports

extension CategoryReader {
  /// Reads the categories of a flat place, of which the primary one stands alone, too.
  mutating func read(
    flat place: borrowing MemberIndex, _ values: inout ValueReader, into record: inout VenueRecord
  ) {
    let list = place[.categories]
    if list?.children.first(where: { $0.kind == .object }) == nil {
      Self.read(
        names: list, ids: place[.ownCategoryIDs], paths: place[.categoryPaths], &values,
        into: &record)
      if let first = record.categories.first { record.category = first }
    } else {
      read(list: list, &values, into: &record)
    }
    var primary = VenueRecord.Category(
      name: values.prose(place[.category], "category"),
      id: values.text(place[.categoryID], "categoryID"))
    if place[.categoryPaths] == nil, values.splitsCategories { primary = primary.splittingPath }
    guard primary.name != nil || primary.id != nil else { return }
    record.category = primary
    Self.merge(primary, into: &record.categories)
  }

  /// Reads names, and identifiers for each or none of them; a category may have no name.
  private static func read(
    names: JSONValue?, ids: JSONValue?, paths: JSONValue?, _ values: inout ValueReader,
    into record: inout VenueRecord
  ) {
    let names = values.texts(names, "categories")
    let ids = values.texts(ids, "categoryIDs")
    let paths = values.texts(paths, "categoryPaths")
    for index in 0..<max(names.count, names.isEmpty ? ids.count : 0) {
      let category = VenueRecord.Category(
        name: names.isEmpty ? nil : names[index],
        id: names.isEmpty || ids.count == names.count ? ids[index] : nil,
        path: paths.count == max(names.count, ids.count) ? paths[index] : nil)
      guard category.name != nil || category.id != nil else { continue }
      let isPath = paths.isEmpty && values.splitsCategories
      record.categories.append(isPath ? category.splittingPath : category)
    }
  }

  /// Adds the identifier of the primary category to its name in the list, or puts it before the others.
  private static func merge(
    _ primary: VenueRecord.Category, into categories: inout [VenueRecord.Category]
  ) {
    let same = categories.indices.filter {
      categories[$0].name?.string == primary.name?.string
    }
    let exact = same.first { categories[$0].id?.string == primary.id?.string }
    if let same = exact ?? same.first(where: { categories[$0].id == nil || primary.id == nil }) {
      categories[same].id = categories[same].id ?? primary.id
    } else {
      categories.insert(primary, at: 0)
    }
  }
}
