import FetchKit
import Foundation
import TerminalKit
import VenueImport

/// A running import, which asks before overwriting what cannot be undone, and shows the report.
final class ImportJob: FileJob {
  private enum Phase {
    case running
    /// Some files need a confirmation because they cannot be undone.
    case refused
    case over
  }

  let context: FinderContext
  private let files: any FinderFiles
  private let path: String
  private let cancellation = ImportCancellation()
  private var task: Task<Void, Never>?
  private var start = Duration.zero
  private var phase = Phase.running
  private var progress = ImportJob.noProgress
  /// The report so far.
  private var report = ImportReport()
  /// Whether a part of the import cannot be undone.
  private var isPermanent = false
  private(set) weak var box: TextBox?
  private static let noProgress = ImportProgress(bytes: 0, totalBytes: nil, rows: 0)

  /// Starts an import with an open box.
  init(_ context: FinderContext, _ files: any FinderFiles, path: String) {
    self.context = context
    self.files = files
    self.path = path
    context.begin(self)
    open()
    run([path], allowsUnrestorable: false)
  }

  let action = Action.importFile

  var status: [String] {
    let strings = context.strings
    guard phase == .running else { return [strings.importWaits, "?"] }
    let part = progress.part.map(strings.format.wholePercent) ?? ""
    return ["\(strings.importing(FileName.last(of: path))) \(part)", "\(part)"]
  }

  func open() {
    guard box.map(context.isTop) != true else { return }
    let box = TextBox(
      context, name: "\(context.strings.importing) \(path)", text: lines, commands: commands)
    self.box = box
    context.push(box)
    if phase == .refused { ask() }
  }

  func stop() {
    cancellation.cancel()
    task?.cancel()
  }

  /// An import is one transaction: until the commit, canceling leaves no trace.
  func end() async {}

  private func run(_ paths: [String], allowsUnrestorable: Bool) {
    phase = .running
    isPermanent = isPermanent || allowsUnrestorable
    start = context.clock()
    progress = Self.noProgress
    task = context.tasks.start { [self, start = Date()] in
      let report = await files.importVenues(
        from: paths, into: context.store, allowsUnrestorable: allowsUnrestorable,
        cancellation: cancellation
      ) { progress in
        Task { @MainActor in self.show(progress) }
      }
      await context.rememberHistory(since: start)
      didImport(report)
    }
  }

  private func show(_ progress: ImportProgress) {
    self.progress = progress
    context.tasks.wake()
  }
}

// MARK: - At the end

extension ImportJob {
  private func didImport(_ part: ImportReport) {
    report.merge(part)
    guard !report.refused.isEmpty, !cancellation.isCancelled else { return complete() }
    phase = .refused
    guard let box, context.isTop(box) else {
      return context.notify(context.strings.importWaits, action: action)
    }
    ask()
  }

  private func ask() {
    let strings = context.strings
    context.confirm(strings.cannotBeUndone(strings.overwritesTooMuch)) { isConfirmed in
      guard self.phase == .refused else { return }
      guard isConfirmed else { return self.complete() }
      self.run(self.report.refused.map(\.path), allowsUnrestorable: true)
    }
  }

  private func complete() {
    phase = .over
    context.end(self)
    let isSeen = box.map(context.isTop) ?? false
    context.notify(
      ImportText(render: context.render).summary(report, of: FileName.last(of: path)), report,
      quietly: isSeen)
  }
}

// MARK: - The box

extension ImportJob {
  private func lines(columns: Int) -> [SpanLine] {
    let text = ImportText(render: context.render)
    switch phase {
    case .running:
      let seconds = (context.clock() - start) / .seconds(1)
      return text.lines(progress, seconds: seconds, columns: columns)
    case .refused, .over: return text.lines(report, columns: columns)
    }
  }

  private func commands() -> [KeyBinding] {
    switch phase {
    case .running: FileJobKeys.commands.bound(to: self)
    case .refused: []
    case .over: FileJobKeys.reportCommands.bound(to: self)
    }
  }

  var isUndoable: Bool {
    let counts = report.total
    return !isPermanent && counts.inserted + counts.updated > 0
  }

  func close() {
    if let box { context.pop(box) }
  }

  func undo() {
    close()
    guard isUndoable else { return context.notify(context.strings.nothingToUndo) }
    let changed = report.files.filter { $0.counts.inserted + $0.counts.updated > 0 }
    VenueCommands(context).undo(
      named: Set(changed.map(\.stepName)), nothing: context.strings.nothingToUndo)
  }
}

extension ImportProgress {
  /// The fraction that has been read; nil if unknown.
  var part: Double? { totalBytes.map { Double(bytes) / Double(max($0, 1)) } }
}

extension ImportReport {
  /// The files that need a confirmation because they cannot be undone.
  var refused: [FileReport] { files.filter { $0.error?.kind == .store(.tooLargeToUndo) } }

  /// Merges the reports of files, some of which were repeated.
  mutating func merge(_ other: ImportReport) {
    for file in other.files {
      if let index = files.firstIndex(where: { $0.path == file.path }) {
        files[index] = file
      } else {
        files.append(file)
      }
    }
  }
}

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
    let failed = report.files.count { $0.error != nil }
    if let error = report.firstFailure, failed == report.files.count {
      return Span("\(name): \(strings.problem(error))", render.theme.problem)
    }
    let parts = strings.outcome(report.total) + (failed == 0 ? [] : [strings.failedFiles(failed)])
    let outcome = parts.joined(separator: render.symbols.separator)
    return Span(
      "\(name): \(outcome.isEmpty ? strings.noVenuesFound : outcome)",
      failed == 0 ? .plain : render.theme.problem)
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
