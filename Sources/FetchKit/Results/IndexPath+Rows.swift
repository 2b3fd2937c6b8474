public import Foundation

extension IndexPath {
  /// The index path of a row in a section, both 0-based.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// The 0-based section.
  public var section: Int { self[startIndex] }

  /// The 0-based row in its section.
  public var row: Int { self[index(after: startIndex)] }
}
