/// Writes the rows of an import straight into the pages of a store that nobody else knows yet.
///
/// Tables are written while rows come in, for their keys ascend; the entries of indexes are sorted
/// first. Of rows with the same identifier all are in the table until the end.
public final class NewRowWriter {
  /// What was written.
  struct Outcome {
    let pages: PageFile
    let rows: Int64
    /// Primary keys of rows whose identifier a later one has, with the places in the input.
    let repeated: [(row: Int64, source: Int)]
  }

  private let pages: PageFile
  private var tables: BulkTables

  init(
    _ entity: EntityDescription, roots: [String: UInt32], pages: PageFile, sortingIn folder: String
  ) throws {
    self.pages = pages
    tables = try BulkTables(entity, roots: roots, pages: pages, sortingIn: folder)
  }

  /// Writes the rows of a batch in their order.
  public func append(_ batch: RowBatch) throws { try tables.append(batch) }

  /// Writes what is left but for the roots of the indexes: those follow when repeated rows are gone.
  func finish() throws -> Outcome {
    let repeated = try tables.finish()
    try pages.finish()
    return Outcome(pages: pages, rows: tables.rowCount, repeated: repeated)
  }
}
