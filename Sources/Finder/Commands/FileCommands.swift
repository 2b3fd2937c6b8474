import FetchKit
import TerminalKit
import VenueImport
import Venues

/// The commands that import and export files.
struct FileCommands {
  /// Venues to export.
  struct Export {
    /// The label of the choice.
    let name: String
    let count: Int
    let request: () -> FetchRequest<Venue>
  }

  let context: FinderContext

  /// Asks for a path and imports it; shows a running import instead.
  func openImport(finish: @escaping (ImportReport) -> Void) {
    guard let files = context.files, !context.openJob(of: .importFile) else { return }
    guard !context.store.isReadOnly else { return context.notify(context.strings.readOnly) }
    context.push(
      PathScreen(context, files, name: context.strings.importFrom) { path in
        context.open { _ = ImportJob(context, files, path: path, finish: finish) }
        return nil
      })
  }

  /// Asks what to export if there is a choice, then for the format and the path; shows a running export instead.
  func openExport(_ exports: [Export]) {
    guard let files = context.files, !context.openJob(of: .exportFile), let first = exports.first
    else { return }
    guard exports.count > 1 else { return openFormats(files, first) }
    openMenu(context.strings.hint(for: .exportFile).capitalizedFirst, exports.map(\.name)) {
      openFormats(files, exports[$0])
    }
  }

  private func openFormats(_ files: any FinderFiles, _ export: Export) {
    openMenu(context.strings.exportAs(export.name), files.exportFormats) {
      openPath(files, files.exportFormats[$0], export)
    }
  }

  private func openPath(_ files: any FinderFiles, _ format: String, _ export: Export) {
    var confirmed: String?
    context.push(
      PathScreen(
        context, files, name: context.strings.exportTo(format), text: "venues.\(format)"
      ) { path in
        if confirmed != path, await files.exists(path) {
          confirmed = path
          return context.strings.existsAlready
        }
        let target = ExportJob.Target(format: format, path: path, count: export.count)
        _ = ExportJob(context, files, target, export.request)
        return nil
      })
  }

  private func openMenu(_ name: String, _ items: [String], _ choose: @escaping (Int) -> Void) {
    context.push(
      MenuScreen(
        context,
        MenuScreen.Content(
          name: name, commands: [MenuCommand(.accept, rank: 2, closes: true, choose)],
          hasNumbers: true, items: { items.map { MenuItem($0) } })))
  }
}
