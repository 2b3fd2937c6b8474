import FetchKit
import VenueImport
import Venues

// MARK: - Import

extension VenueListScreen {
  func openImport() {
    guard let files = context.files else { return }
    guard !context.store.isReadOnly else { return context.say(context.look.strings.readOnly) }
    context.push(
      PathScreen(context, files, name: context.look.strings.importFrom) { path in
        self.context.work.start { self.importVenues(from: path, files) }
        return nil
      })
  }

  private func importVenues(from path: String, _ files: any FinderFiles) {
    context.push(
      ImportScreen(context, files, path: path) { report in
        // The distances of other files are measured from who knows where.
        let total = report.total
        if total.inserted + total.updated > 0, case .asImported = self.state.origin {
          self.setOrigin(.asImported(nil))
        }
      })
  }
}

// MARK: - Export

extension VenueListScreen {
  /// Asks what, then how, then where; each only when there is a choice.
  func openExport() {
    guard let files = context.files else { return }
    let strings = context.look.strings
    let shown = strings.shownVenues(listedIDs.count)
    guard !state.marks.isEmpty else { return openFormats(files, shown) { self.request } }
    let marked = strings.markedVenues(state.marks.count)
    let ids = commandIDs
    push(
      name: strings.hint(for: .exportFile).capitalizedFirst, [marked, shown]
    ) { choice in
      self.openFormats(files, choice == 0 ? marked : shown) {
        choice == 0 ? try await self.request(for: ids) : self.request
      }
    }
  }

  private func openFormats(
    _ files: any FinderFiles, _ what: String,
    _ request: @escaping () async throws -> FetchRequest<Venue>
  ) {
    push(name: context.look.strings.exportAs(what), files.exportFormats) { choice in
      self.openExportPath(files, files.exportFormats[choice], request)
    }
  }

  private func openExportPath(
    _ files: any FinderFiles, _ format: String,
    _ request: @escaping () async throws -> FetchRequest<Venue>
  ) {
    let strings = context.look.strings
    var confirmed: String?
    context.push(
      PathScreen(context, files, name: strings.exportTo(format), text: "venues.\(format)") { path in
        if confirmed != path, await files.exists(path) {
          confirmed = path
          return strings.existsAlready
        }
        self.export(files, as: format, to: path, request)
        return nil
      })
  }

  private func export(
    _ files: any FinderFiles, as format: String, to path: String,
    _ request: @escaping () async throws -> FetchRequest<Venue>
  ) {
    context.work.start { [context] in
      do {
        let count = try await files.export(
          request(), of: context.store, as: format, to: path)
        context.say(context.look.strings.written(count, to: path))
      } catch {
        context.report(error)
      }
    }
  }

  /// The request for some venues, in the order of the list.
  private func request(for ids: [ObjectID]) async throws -> FetchRequest<Venue> {
    let store = context.store
    let venues = try await Task.detached { try store.objects(with: ids, as: Venue.self) }.value
    var request = request
    request.predicate = .comparison(
      .keyPath("id"), .in, .constant(.list(venues.map { .string($0.id) })))
    return request
  }

  private func push(name: String, _ items: [String], _ choose: @escaping (Int) -> Void) {
    context.push(
      MenuScreen(
        context,
        MenuScreen.Content(
          name: name, commands: [MenuCommand(.accept, rank: 2, closes: true, choose)],
          items: { items.map { MenuItem($0) } })))
  }
}
