import FetchKit
import Foundation
import Venues

/// What an import of a file left behind: as long as the file, the program and the venues are the same, importing the
/// file again changes nothing.
struct ImportReceipt: Codable, Equatable {
  /// The key of the metadata with the last receipts.
  static let metadataKey = "importReceipts"
  private static let capacity = 16

  /// The program that read the file, because another one may keep more of it.
  let program: String
  let format: ImportFormat
  let isLenient: Bool
  let size: Int
  let digest: UInt64
  /// The rows of the file, all of which are in the store.
  let rows: Int
  let dialect: ImportFormat
  /// The revision of the venues after the import.
  let revision: String

  /// The receipt of an import; nil unless every row of the file is in the store and there is nothing to report.
  init?(
    _ outcome: ImportReading.Outcome, _ summary: RowImportSummary, _ options: ImportOptions,
    revision: String
  ) {
    guard outcome.failure == nil, outcome.diagnostics.isEmpty, summary.repeated == 0,
      let digest = outcome.digest, let program = Self.runningProgram
    else { return nil }
    (self.program, format, isLenient) = (program, options.format, options.isLenient)
    (size, self.digest) = (digest.count, digest.value)
    rows = outcome.diagnostics.rows
    dialect = outcome.diagnostics.format ?? .auto
    self.revision = revision
  }

  /// Whether the receipt is for such an import into venues of a revision, whatever the file contains.
  func isValid(size: Int, _ options: ImportOptions, revision: String) -> Bool {
    self.size == size && self.revision == revision && format == options.format
      && isLenient == options.isLenient && program == Self.runningProgram
  }

  /// The size and the modification time of the executable.
  private static let runningProgram: String? = {
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return nil }
    return "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }()
}

extension ImportReceipt {
  static func receipts(_ text: String?) -> [ImportReceipt] {
    let receipts = text.map { try? JSONDecoder().decode([ImportReceipt].self, from: Data($0.utf8)) }
    return (receipts ?? nil) ?? []
  }

  /// The text of the receipts with this one at the end, without those that are no longer valid.
  func appended(to text: String?) throws -> String? {
    var receipts = Self.receipts(text).filter { $0.revision == revision && $0.digest != digest }
    receipts.append(self)
    let data = try JSONEncoder().encode(Array(receipts.suffix(Self.capacity)))
    return String(decoding: data, as: UTF8.self)
  }
}
