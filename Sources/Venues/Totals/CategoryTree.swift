import FetchKit
import Foundation

/// The levels of the categories of some venues.
struct CategoryTree {
  /// What separates the levels of a path.
  static let separator = " > "

  /// A category at one level.
  struct Node {
    /// The choice that filters by it: its path, with a final `>` at the outermost level.
    let choice: String
    let title: String
    /// 0 for the outermost level.
    let depth: Int
  }

  /// The paths of the categories below a path; those of the outermost level are below the empty path.
  private var children: [String: [String]] = [:]
  /// The number of categories of venues at or below a path.
  private var counts: [String: Int] = [:]

  /// The titles of all levels.
  var titles: Set<String> { Set(counts.keys.map(Self.title)) }

  /// Adds a path with the number of its venues.
  mutating func add(_ path: String, count: Int) {
    var parent = ""
    for level in path.components(separatedBy: Self.separator) {
      let node = parent.isEmpty ? level : parent + Self.separator + level
      if counts[node] == nil { children[parent, default: []].append(node) }
      counts[node, default: 0] += count
      parent = node
    }
  }

  /// The most frequent categories of the outermost level and, below each open one, of its next level.
  ///
  /// A category is open if it or one below it is chosen, or if it is the only one of its level.
  func visible(chosen: [String], limit: Int) -> [Node] {
    nodes(below: "", depth: 0, chosen: chosen.map(Self.path), limit)
  }

  private func nodes(below parent: String, depth: Int, chosen: [String], _ limit: Int) -> [Node] {
    let siblings = sorted(children[parent] ?? [])
    let open = siblings.filter { node in
      chosen.contains { $0 == node || $0.hasPrefix(node + Self.separator) }
    }
    let frequent = Set(siblings.prefix(limit) + open)
    return siblings.filter(frequent.contains).flatMap { node -> [Node] in
      let isOpen = siblings.count == 1 || open.contains(node)
      return [Self.node(node, depth)]
        + (isOpen ? nodes(below: node, depth: depth + 1, chosen: chosen, limit) : [])
    }
  }

  /// The most frequent categories of any level whose title contains a text.
  func matching(_ text: String, limit: Int) -> [Node] {
    let text = text.foldedForSearch
    let found = counts.keys.filter { Self.title($0).foldedForSearch.contains(text) }
    return sorted(found).prefix(limit).map { Self.node($0, 0) }
  }

  private func sorted(_ paths: [String]) -> [String] {
    paths.sorted { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
  }

  private static func node(_ path: String, _ depth: Int) -> Node {
    let isOutermost = !path.contains(separator)
    return Node(choice: isOutermost ? path + " >" : path, title: title(path), depth: depth)
  }

  private static func title(_ path: String) -> String {
    path.components(separatedBy: separator).last ?? path
  }

  /// The path of a choice.
  private static func path(_ choice: String) -> String {
    choice.hasSuffix(" >") ? String(choice.dropLast(2)) : choice
  }
}

extension CategoryTree {
  /// The tree of the venues that match a predicate.
  static func fetch(
    _ predicate: FetchPredicate, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> CategoryTree {
    var tree = CategoryTree()
    for (value, count) in try store.counts(by: "categories.path", predicate, in: entity) {
      if let path = value.stringValue { tree.add(path, count: count) }
    }
    return tree
  }
}
