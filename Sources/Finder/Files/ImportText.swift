import TerminalKit
import VenueImport

/// The progress and the report of an import as lines.
struct ImportText {
  let render: RenderContext

  private var strings: Strings { render.strings }

  /// The progress, after some seconds.
  func lines(_ progress: ImportProgress, seconds: Double, columns: Int) -> [SpanLine] {
    let rate = Int(Double(progress.rows) / max(seconds, 0.001))
    let part = progress.part
    let bar = part.map { render.style.bar($0, columns: columns) }
    let left = part.flatMap { $0 > 0 ? Int((seconds / $0 * (1 - $0)).rounded()) : nil }
    return [
      bar ?? SpanLine(),
      SpanLine(strings.megabytes(progress.bytes, of: progress.totalBytes)),
      SpanLine(strings.rows(progress.rows, perSecond: rate)),
      SpanLine(left.map(strings.secondsLeft) ?? "", render.theme.muted),
    ]
  }

  /// A summary of the report, after the name of the file or folder.
  func summary(_ report: ImportReport, of name: String) -> Span {
    if let error = report.firstFailure {
      return Span("\(name): \(strings.problem(error))", render.theme.problem)
    }
    let outcome = strings.outcome(report.total).joined(separator: render.symbols.separator)
    return Span("\(name): \(outcome.isEmpty ? strings.noVenuesFound : outcome)")
  }

  /// The report, wrapped to a width.
  func lines(_ report: ImportReport, columns: Int) -> [SpanLine] {
    report.files.flatMap { lines($0, named: report.files.count > 1) }.flatMap { line in
      TextWrap.lines(line.text, columns: columns).map { SpanLine($0, line.style) }
    }
  }

  private func lines(_ file: FileReport, named: Bool) -> [Span] {
    let name = named ? [Span(file.path, render.theme.heading)] : []
    if let error = file.error {
      let place = error.location.map { "\(file.path):\($0.line):\($0.column): " } ?? ""
      return name + [Span(place + strings.problem(error), render.theme.problem)]
    }
    let restored = file.restored > 0 ? [Span(strings.restoredVenues(file.restored))] : []
    return name + strings.outcome(file.counts).map { Span($0) } + restored
      + [Span(strings.took(file.counts.seconds), render.theme.muted)]
      + file.warnings.map { Span(strings.warning($0), render.theme.problem) }
      + file.skippedRows.map { Span(strings.skippedRow($0), render.theme.muted) }
  }
}
