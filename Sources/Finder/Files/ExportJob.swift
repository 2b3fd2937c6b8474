import FetchKit
import TerminalKit
import Venues

/// A running export; its box opens after a while.
final class ExportJob: FileJob {
  /// The path and the format.
  struct Target {
    let format: String
    let path: String
    /// The number of venues to write.
    let count: Int
  }

  /// The delay before the box opens.
  private static let delay = Duration.milliseconds(300)

  let context: FinderContext
  private let target: Target
  private let start: Duration
  private var written = 0
  private var task: Task<Void, Never>?
  private(set) weak var box: TextBox?

  /// Starts writing the results of a request.
  init(
    _ context: FinderContext, _ files: any FinderFiles, _ target: Target,
    _ request: @escaping () -> FetchRequest<Venue>
  ) {
    self.context = context
    self.target = target
    start = context.clock()
    context.begin(self)
    context.later(Self.delay) { [weak self] in self?.openIfNothingElseIs() }
    task = context.tasks.start { [self] in
      await write(files, request)
      context.end(self)
      if let box { context.pop(box) }
    }
  }

  let action = Action.exportFile

  var status: [String] {
    let strings = context.strings
    let part = strings.format.wholePercent(part)
    return ["\(strings.exporting(FileName.last(of: target.path))) \(part)", part]
  }

  private var part: Double { min(1, Double(written) / Double(max(target.count, 1))) }

  func open() {
    let box = TextBox(
      context, name: context.strings.exporting(target.path).capitalizedFirst, text: lines,
      commands: { FileJobKeys.commands.bound(to: self) })
    self.box = box
    context.push(box)
  }

  private func openIfNothingElseIs() {
    if context.isRunning(self), context.isListAlone { open() }
  }

  func stop() { task?.cancel() }

  func end() async { await task?.value }

  private func write(
    _ files: any FinderFiles, _ request: () -> FetchRequest<Venue>
  ) async {
    let strings = context.strings
    do {
      let count = try await files.export(
        request(), of: context.store, as: target.format, to: target.path
      ) { count in
        Task { @MainActor in self.show(count) }
      }
      let path = files.displayPath(of: target.path)
      context.notify(strings.exported(strings.venues(count), to: path), path: path)
    } catch is CancellationError {
      context.notify(strings.exportStopped)
    } catch {
      context.report(error)
    }
  }

  private func show(_ written: Int) {
    self.written = written
    context.tasks.wake()
  }

  private func lines(columns: Int) -> [SpanLine] {
    let strings = context.strings
    let seconds = (context.clock() - start) / .seconds(1)
    let left = part > 0 ? strings.secondsLeft(Int((seconds / part * (1 - part)).rounded())) : ""
    return [
      context.style.bar(part, columns: columns),
      SpanLine(strings.venues(written, of: target.count)),
      SpanLine(left, context.theme.muted),
    ]
  }
}
