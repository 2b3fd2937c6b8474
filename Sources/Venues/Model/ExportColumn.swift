/// A column of exports, which contain all data of a venue so that an import restores it.
public struct ExportColumn: Hashable, Sendable {
  /// The key in JSON.
  public let key: String
  /// The key path of the value; for a list of objects one for each of their keys.
  public let keyPaths: [String]
  /// For a list of objects: their keys in JSON.
  public let parts: [String]
  /// The headers in CSV, one for each key path.
  public let headers: [String]

  private init(_ key: String, _ keyPaths: [String], parts: [String] = [], headers: [String] = []) {
    self.key = key
    self.keyPaths = keyPaths
    self.parts = parts
    self.headers = headers.isEmpty ? [key] : headers
  }

  /// All columns, those of lists first.
  public static let all: [ExportColumn] =
    VenueField.all.map { ExportColumn($0.key, [$0.keyPath]) } + [
      ExportColumn("categoryIDs", ["categories.categoryID"]),
      ExportColumn("categoryPaths", ["categories.path"]),
      ExportColumn(
        "tips",
        ["tips.text", "tips.createdAt", "tips.agreeCount", "tips.likeCount", "tips.language"],
        parts: ["text", "createdAt", "agreeCount", "likeCount", "language"],
        headers: ["tips", "tipsCreatedAt", "tipsAgreeCount", "tipsLikeCount", "tipsLanguage"]),
      ExportColumn(
        "openings", ["openings.opens", "openings.closes"], parts: ["opens", "closes"],
        headers: ["opens", "closes"]),
    ]
    + VenueList.allCases.map { list in
      ExportColumn(
        list.key, list.keyPaths, parts: list.isTextList ? [] : list.parts.map(\.key),
        headers: list.parts.map(\.header))
    }

  /// The key paths of all columns, in order.
  public static let keyPaths = all.flatMap(\.keyPaths)
}
