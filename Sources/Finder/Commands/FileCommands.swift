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
  func openImport() {
    guard let files = context.files, !context.openJob(of: .importFile) else { return }
    guard !context.store.isReadOnly else { return context.notify(context.strings.readOnly) }
    context.push(
      PathScreen(context, files, name: context.strings.importFrom) { path in
        switch await files.target(at: path) {
        case .missingFolder(let folder): return .init(text: context.strings.noFolder(folder))
        case .free: return .init(text: context.strings.noFile(files.displayPath(of: path)))
        case .file, .folder: break
        }
        context.open { _ = ImportJob(context, files, path: path) }
        return nil
      })
  }

  /// Asks what to export if there is a choice, then for the format and the path; shows a running export instead.
  func openExport(_ exports: [Export]) {
    guard let files = context.files, !context.openJob(of: .exportFile), let first = exports.first
    else { return }
    guard exports.count > 1 else { return openFormats(files, first) }
    openMenu(
      context.strings.hint(for: .exportFile).capitalizedFirst, exports.map { MenuItem($0.name) }
    ) {
      openFormats(files, exports[$0])
    }
  }

  private func openFormats(_ files: any FinderFiles, _ export: Export) {
    openFormatMenu(of: export.name, files.exportFormats) { openPath(files, $0, export) }
  }

  private func openFormatMenu(
    of name: String, _ formats: [String], _ choose: @escaping (String) -> Void
  ) {
    let widest = formats.map(\.count).max() ?? 0
    let items = formats.map { format in
      MenuItem(
        TextWidth.padded(format, to: widest + 2) + context.strings.use(ofFormat: format))
    }
    openMenu(context.strings.exportAs(name), items) { choose(formats[$0]) }
  }

  /// Asks for the format and the path of something else than venues and writes it.
  func openExport(
    of name: String, as formats: [String], named file: String,
    write: @escaping (_ format: String, _ path: String) async throws -> Void
  ) {
    guard let files = context.files else { return }
    openFormatMenu(of: name, formats) { format in
      askForPath(files, format, of: formats, proposing: file) { path in
        context.start(mustFinish: true) {
          try await write(format, path)
          let path = files.displayPath(of: path)
          context.notify(context.strings.exported(name, to: path), path: path)
        }
      }
    }
  }

  private func openPath(_ files: any FinderFiles, _ format: String, _ export: Export) {
    askForPath(files, format, of: files.exportFormats, proposing: "venues") { path in
      let target = ExportJob.Target(format: format, path: path, count: export.count)
      _ = ExportJob(context, files, target, export.request)
    }
  }

  /// Asks for a path, and again if the file exists or is named for another format; a new file without an extension gets
  /// that of the format.
  private func askForPath(
    _ files: any FinderFiles, _ format: String, of formats: [String], proposing name: String,
    _ finish: @escaping (String) -> Void
  ) {
    var confirmed: (path: String, remarks: Int) = ("", 0)
    let usual = FileName.usualExtension(of: format)
    context.push(
      PathScreen(
        context, files, name: context.strings.exportTo(format), text: "\(name).\(usual)"
      ) { typed in
        let strings = context.strings
        let isNew = await files.target(at: typed) == .free
        let path = isNew && FileName.fileExtension(in: typed).isEmpty ? "\(typed).\(usual)" : typed
        let target = await files.target(at: path)
        var remarks: [PathScreen.Remark] = []
        switch target {
        case .missingFolder(let folder): return .init(text: strings.noFolder(folder))
        case .folder: return .init(text: strings.isFolder(files.displayPath(of: path)))
        case .file, .free: break
        }
        let other = FileName.fileExtension(in: path)
        if other != usual, formats.map(FileName.usualExtension).contains(other),
          !(format == "geojson" && other == "json")
        {
          remarks.append(
            .init(
              text: strings.otherFormat(format, than: other), acceptWord: strings.saveAnywayHint))
        }
        if target == .file {
          remarks.append(.init(text: strings.existsAlready, acceptWord: strings.replaceHint))
        }
        if confirmed.path != path { confirmed = (path, 0) }
        guard confirmed.remarks >= remarks.count else {
          defer { confirmed.remarks += 1 }
          return remarks[confirmed.remarks]
        }
        finish(path)
        return nil
      })
  }

  private func openMenu(_ name: String, _ items: [MenuItem], _ choose: @escaping (Int) -> Void) {
    context.push(
      MenuScreen.Content(
        name: name, commands: [MenuCommand(.accept, rank: 2, closes: true, choose)],
        hasNumbers: true, isFiltered: true, hint: context.strings.typeOrNumber,
        empty: context.strings.nothingFound, items: { items }))
  }
}
