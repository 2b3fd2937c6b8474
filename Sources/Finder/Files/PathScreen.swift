import Foundation
import TerminalKit

/// A prompt for a path with completion.
final class PathScreen: CommandScreen, TypingScreen {
  private let context: FinderContext
  private let files: any FinderFiles
  let name: String
  private let original: String
  private var field: TextField
  private var paths: [String] = []
  private var viewport = ListViewport()
  /// Whether the cursor is in the list of paths, not in the field.
  private var isChoosing = false
  /// The paths that Tab inserts; nil before it does.
  private var cycle: CompletionCycle?
  /// A message about the text, which keeps the prompt open.
  struct Remark: Hashable {
    let text: String
    /// What accepting the text once more does; nil for the usual.
    var acceptWord: String?
  }

  /// nil for none.
  private var remark: Remark?
  private var looking: Task<Void, Never>?
  /// Whether the paths for the text are being loaded.
  private var isLooking = false
  private let finish: (String) async -> Remark?
  private var area = Rect(.zero)

  /// Creates a prompt; `finish` is called with the path; a remark that it returns keeps the prompt open.
  init(
    _ context: FinderContext, _ files: any FinderFiles, name: String, text: String = "",
    finish: @escaping (String) async -> Remark?
  ) {
    self.context = context
    self.files = files
    self.name = name
    self.finish = finish
    original = text
    field = .proposing(text)
    look()
  }

  /// The text, a message, and the paths below a heading.
  var placement: Placement {
    .box(Size(columns: 64, rows: 12), rows: paths.isEmpty ? 4 : 5 + paths.count)
  }

  typealias Command = KeyCommand<PathScreen>

  nonisolated static let commands: [Command] = [
    Command(.accept, rank: 2) { $0.choose() }.hinted { $0.remark?.acceptWord },
    Command(.dismiss, rank: 1) { $0.context.dismiss($0) },
    Command(.complete, rank: 3, unless: { $0.nothingToComplete }) { $0.complete(forwards: true) },
    Command(.completeBack, unless: { $0.nothingToComplete }) { $0.complete(forwards: false) },
    Command(.down, rank: 4, unless: { $0.nothingToComplete }) { $0.moveDown() },
    Command(.up) { $0.moveUp() },
  ]

  private var nothingToComplete: DisabledReason? {
    paths.isEmpty && !isLooking ? .nothingToComplete : nil
  }

  func edit(_ change: (inout TextField) -> Bool) -> Bool {
    let old = field.text
    guard change(&field) else { return false }
    if field.text != old || cycle != nil { textDidChange() }
    return true
  }

  func handle(_ mouse: MouseEvent) {
    guard mouse.kind == .press, mouse.button == .left else { return }
    guard area.contains(mouse.point) else { return context.pop(self) }
    let row = viewport.top + mouse.point.row - pathsArea.top
    guard pathsArea.contains(mouse.point), paths.indices.contains(row) else { return }
    take(paths[row])
  }

  private func textDidChange() {
    isChoosing = false
    cycle = nil
    remark = nil
    // Paths that were found for the previous text may not match this one.
    paths.removeAll { !$0.hasPrefix(field.text) }
    viewport.replace(count: paths.count, cursor: 0)
    look()
  }

  /// Loads the completions of the text.
  private func look() {
    looking?.cancel()
    isLooking = true
    looking = context.tasks.start { [self, text = field.text] in
      let found = await files.paths(beginning: text)
      guard !Task.isCancelled else { return }
      isLooking = false
      paths = found
      viewport.replace(count: found.count, cursor: 0)
    }
  }
}

// MARK: - Choosing

extension PathScreen {
  private func moveDown() {
    if hasCursor { viewport.move(by: 1) }
    isChoosing = true
  }

  /// Moves up in the list, or else brings back the text that was discarded.
  private func moveUp() {
    if !hasCursor, canRecallText, let draft = context.draft(of: name) { return take(draft) }
    isChoosing = viewport.cursor > 0
    viewport.move(by: -1)
  }

  /// Whether a path in the list has the cursor.
  private var hasCursor: Bool { isChoosing || cycle != nil }

  var unsavedText: String? { field.text == original ? nil : field.text }

  private func choose() {
    guard isChoosing, paths.indices.contains(viewport.cursor) else { return done() }
    let path = paths[viewport.cursor]
    take(path)
    if !path.hasSuffix("/") { done() }
  }

  private func take(_ path: String) {
    field = TextField(path)
    textDidChange()
  }

  /// Completes the path when its completions are loaded.
  private func complete(forwards: Bool) {
    context.open { [self] in
      await looking?.value
      completeFound(forwards: forwards)
    }
  }

  /// Completes the path to the common prefix of the completions, or else to the next or previous one of them.
  private func completeFound(forwards: Bool) {
    let common = paths.reduce(paths.first ?? "") { $0.commonPrefix(with: $1) }
    if cycle == nil, common.count > field.text.count { return take(common) }
    var next = cycle ?? CompletionCycle(field, .init(words: paths, range: 0..<field.text.count))
    next.move(forwards: forwards)
    guard let index = next.index else { return }
    (cycle, field, isChoosing, remark) = (next, next.field, false, nil)
    viewport.move(to: index)
  }

  private func done() {
    let path = path
    guard !path.isEmpty else { return remark = Remark(text: context.strings.enterPath) }
    context.open { [self] in
      remark = await finish(await withoutFinalBlanks(path))
      if remark == nil { context.pop(self) }
    }
  }

  /// The typed path without blanks before it.
  private var path: String { String(field.text.trimmingPrefix(while: \.isWhitespace)) }

  /// A path without the blanks after it, which a paste may have, unless the name of a file ends with them.
  private func withoutFinalBlanks(_ path: String) async -> String {
    guard path.last?.isWhitespace == true else { return path }
    switch await files.target(at: path) {
    case .file, .folder: return path
    case .free, .missingFolder: break
    }
    return String(path.reversed().drop(while: \.isWhitespace).reversed())
  }
}

// MARK: - Drawing

extension PathScreen {
  private var pathsArea: Rect { area.inset(left: 1, top: 4, right: 1, bottom: 1) }

  func layout(in area: Rect) {
    self.area = area
    viewport.resize(height: pathsArea.rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: context.render.style)
    canvas.write(
      remark?.text ?? wholePath, at: inner.row(1).origin.moved(columns: 2),
      style: remark == nil ? context.theme.muted : context.theme.problem, width: inner.columns - 3)
    if !paths.isEmpty {
      canvas.write(
        context.strings.existingPaths, at: inner.row(2).origin.moved(columns: 2),
        style: context.theme.heading, width: inner.columns - 3)
    }
    for (line, row) in viewport.visible.enumerated() {
      draw(
        paths[row], isCursor: hasCursor && row == viewport.cursor, on: &canvas, pathsArea.row(line)
      )
    }
    return field.draw(
      on: &canvas, at: inner.origin.moved(columns: 2), columns: inner.columns - 3, style: .plain)
  }

  /// The path with its folder; empty without a text.
  private var wholePath: String { path.isEmpty ? "" : files.displayPath(of: path) }

  private func draw(_ path: String, isCursor: Bool, on canvas: inout Canvas, _ row: Rect) {
    let isFolder = path.hasSuffix("/")
    canvas.write(
      path, at: row.origin.moved(columns: 2),
      style: isFolder ? context.theme.heading : .plain, width: row.columns - 3)
    if isCursor { canvas.drawCursor(in: row, render: context.render.style) }
  }
}
