import FetchKit
import VenueImport
import Venues

// MARK: - Import

extension VenueListScreen {
  /// Asks for a path; the box of an import that is under way is opened instead.
  func openImport() {
    guard let files = context.files, !context.openJob(of: .importFile) else { return }
    guard !context.store.isReadOnly else { return context.notify(context.strings.readOnly) }
    context.push(
      PathScreen(context, files, name: context.strings.importFrom) { path in
        self.context.open { self.importVenues(from: path, files) }
        return nil
      })
  }

  private func importVenues(from path: String, _ files: any FinderFiles) {
    _ = ImportJob(context, files, path: path) { report in
      // The distances of other files are measured from who knows where.
      let total = report.total
      if total.inserted + total.updated > 0, case .asImported = self.state.origin {
        self.setOrigin(.asImported(nil))
      }
    }
  }
}

// MARK: - Export

extension VenueListScreen {
  /// What is exported: the listed venues, or those that were marked.
  private struct Selection {
    /// In words.
    let name: String
    let count: Int
    let request: () -> FetchRequest<Venue>
  }

  /// Asks what, then how, then where, each only when there is a choice; the box of an export that is
  /// under way is opened instead.
  func openExport() {
    guard let files = context.files, !context.openJob(of: .exportFile) else { return }
    let strings = context.strings
    let shown = Selection(
      name: strings.shownVenues(listedIDs.count), count: listedIDs.count,
      request: { self.request })
    guard !state.selection.isEmpty else { return openFormats(files, shown) }
    let ids = isEverythingSelected ? nil : commandIDs
    let marked = Selection(
      name: strings.markedVenues(state.selection.count), count: state.selection.count,
      request: {
        guard let ids else { return self.request }
        return self.request(for: ids)
      })
    let title = strings.hint(for: .exportFile).capitalizedFirst
    push(name: title, [marked.name, shown.name]) { choice in
      self.openFormats(files, choice == 0 ? marked : shown)
    }
  }

  private func openFormats(_ files: any FinderFiles, _ selection: Selection) {
    push(name: context.strings.exportAs(selection.name), files.exportFormats) { choice in
      self.openExportPath(files, files.exportFormats[choice], selection)
    }
  }

  private func openExportPath(
    _ files: any FinderFiles, _ format: String, _ selection: Selection
  ) {
    let strings = context.strings
    var confirmed: String?
    context.push(
      PathScreen(context, files, name: strings.exportTo(format), text: "venues.\(format)") { path in
        if confirmed != path, await files.exists(path) {
          confirmed = path
          return strings.existsAlready
        }
        let target = ExportJob.Target(format: format, path: path, count: selection.count)
        _ = ExportJob(self.context, files, target, selection.request)
        return nil
      })
  }

  /// The request for some venues, in the order of the list.
  private func request(for ids: [ObjectID]) -> FetchRequest<Venue> {
    var request = request
    request.predicate = nil
    request.objectIDs = ids
    return request
  }

  private func push(name: String, _ items: [String], _ choose: @escaping (Int) -> Void) {
    context.push(
      MenuScreen(
        context,
        MenuScreen.Content(
          name: name, commands: [MenuCommand(.accept, rank: 2, closes: true, choose)],
          hasNumbers: true, items: { items.map { MenuItem($0) } })))
  }
}
