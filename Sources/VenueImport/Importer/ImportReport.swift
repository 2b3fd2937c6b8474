/// What an import of several inputs did.
public struct ImportReport: Hashable, Sendable {
  /// In the order in which they were imported.
  public var files: [FileReport]

  public init(files: [FileReport] = []) { self.files = files }

  /// The sums over all files.
  public var total: ImportCounts { files.reduce(ImportCounts()) { $0 + $1.counts } }

  /// The first failure; nil when all files were imported.
  public var firstFailure: ImportFailure? { files.lazy.compactMap(\.error).first }
}

extension ImportReport: Encodable {
  private enum CodingKeys: String, CodingKey { case files, total }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(files, forKey: .files)
    try container.encode(total, forKey: .total)
  }
}
