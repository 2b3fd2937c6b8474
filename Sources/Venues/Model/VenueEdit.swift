public import FetchKit

/// New values of attributes that lists of a venue repeat: the primary category, the first neighborhood, and the hours.
///
/// A batch update leaves lists alone, so these venues are changed one by one. A new category has no levels.
public struct VenueEdit: Sendable {
  private let values: [String: FetchValue]
  /// The values of attributes that no list repeats.
  private let others: [String: FetchValue]

  /// Creates an edit from values by key path; nil if no list repeats any of them.
  public init?(_ values: [String: FetchValue]) {
    guard !Self.repeated.isDisjoint(with: values.keys) else { return nil }
    self.values = values
    others = values.filter { !Self.repeated.contains($0.key) }
  }

  private static let repeated = Set(
    [VenueField.category, .categoryID, .neighborhood, .hours].map(\.keyPath))

  /// Changes the venues of a request as one undoable change.
  public func perform(
    _ request: FetchRequest<Venue>, in store: FetchStore, name: String
  ) throws -> BatchResult {
    try store.write(name) { transaction in
      let ids = try transaction.objectIDs(request)
      var changed = 0
      for start in stride(from: 0, to: ids.count, by: 500) {
        let some = Array(ids[start..<min(start + 500, ids.count)])
        let venues = try transaction.objects(with: some, as: Venue.self)
        for venue in venues where edit(venue, in: &transaction) { changed += 1 }
      }
      return BatchResult(matched: ids.count, changed: changed)
    }
  }

  /// Updates a venue; returns whether it differs.
  private func edit(_ venue: Venue, in transaction: inout StoreTransaction) -> Bool {
    guard let id = venue.objectID else { return false }
    var edited = venue
    setCategory(of: &edited)
    setNeighborhood(of: &edited)
    setHours(of: &edited)
    guard !others.isEmpty else {
      if edited != venue { transaction.update(edited) }
      return edited != venue
    }
    let value = others.reduce(edited.wholeValue) { $0.setting($1.value, forKeyPath: $1.key) }
    guard value != venue.wholeValue else { return false }
    transaction.update(id, to: value, of: Venue.entity)
    return true
  }

  /// The new category takes the place of the old one in the list, unless the list has it already; without a primary
  /// category, a venue has none.
  private func setCategory(of venue: inout Venue) {
    let (old, new) = (venue.category, category(of: venue))
    venue.category = new
    if new == Category(), values["category.name"] != nil { return venue.categories = [] }
    guard new != old, !venue.categories.contains(where: { $0.isSame(as: new) }) else { return }
    venue.categories.replaceFirst(with: new) { $0.isSame(as: old) }
  }

  /// A new name without an identifier has the identifier of the listed category of that name.
  private func category(of venue: Venue) -> Category {
    let name = values["category.name"].map(\.stringValue) ?? venue.category.name
    if let id = values["category.categoryID"] {
      return Category(name: name, categoryID: id.stringValue)
    }
    guard name != venue.category.name else { return venue.category }
    let listed = name.flatMap { name in venue.categories.first { $0.name == name } }
    return Category(name: name, categoryID: listed?.categoryID)
  }

  /// New hours clear the opening times, which may no longer match them.
  private func setHours(of venue: inout Venue) {
    guard let value = values[VenueField.hours.keyPath], value.stringValue != venue.hours else {
      return
    }
    (venue.hours, venue.openings) = (value.stringValue, [])
  }

  private func setNeighborhood(of venue: inout Venue) {
    guard let value = values["location.neighborhood"] else { return }
    let (old, new) = (venue.location.neighborhood, value.stringValue)
    venue.location.neighborhood = new
    guard new != old else { return }
    if let index = venue.neighborhoods.firstIndex(where: { $0 == new }) {
      venue.neighborhoods.insert(venue.neighborhoods.remove(at: index), at: 0)
    } else {
      venue.neighborhoods.replaceFirst(with: new) { $0 == old }
    }
  }
}

extension Category {
  /// Whether both have the same name and identifier.
  fileprivate func isSame(as other: Category) -> Bool {
    name == other.name && categoryID == other.categoryID
  }
}

extension Array {
  /// Replaces the first element that meets a condition, or removes it for nil; without one, inserts the new one first.
  fileprivate mutating func replaceFirst(
    with new: Element?, where isMet: (Element) -> Bool
  ) {
    if let index = firstIndex(where: isMet) {
      replaceSubrange(index...index, with: new.map { [$0] } ?? [])
    } else if let new {
      insert(new, at: 0)
    }
  }
}
