import FetchKit
import TerminalKit
import VenueImport
import Venues

/// Commands of the list that open other screens.
struct ListCommands {
  private let list: VenueListScreen

  init(_ list: VenueListScreen) { self.list = list }

  /// The commands on the user's location.
  var location: LocationCommands {
    LocationCommands(
      context: list.context, origin: list.state.origin, originAtStart: list.settings.origin
    ) {
      list.setOrigin($0, named: $1)
      // A search for an address ends after the key that began it.
      list.recordView()
    }
  }

  func openSavedFilters() { SavedFilters(context: list.context).open(apply) }

  /// Applies the saved filter with an index.
  func applySavedFilter(_ number: Int) {
    SavedFilters(context: list.context).apply(number: number, apply)
  }

  func saveFilter() {
    let choices = list.state.filled?.saved(list.state.choices) ?? list.state.choices
    SavedFilters(context: list.context).openSave(choices, list.state.sorts, SavedView(list))
  }

  private func apply(_ filter: FilledFilter, _ sorts: [SortChoice], _ view: SavedView?) {
    list.state.filled = filter
    var choices = filter.filled
    choices.includesClosed = view?.includesClosed ?? list.state.choices.includesClosed
    if !choices.toggles.contains(.walking) {
      choices.radius = view?.radius ?? list.state.choices.radius
    }
    list.statistics.forgetGroups()
    if let view { list.state.columns = view.columns }
    list.show(
      choices: choices, sorts: sorts.isEmpty ? .standard : sorts,
      sectioning: view.map { .some($0.sectioning) } ?? nil)
    if let map = view?.map { list.map.restore(map) }
  }

  /// Plans a walk through the selected venues; without a selection, offers the first ones of the list.
  func openCrawl() {
    let selected = list.state.selection.count
    guard selected <= Crawl.limit else { return list.context.explain(.tooManyStops) }
    if selected > 0 { return openCrawl(list.commandIDs) }
    let count = list.page.viewport.count
    let counts = [5, 10, 20].filter { $0 < count } + (count <= Crawl.limit ? [count] : [])
    guard counts.count > 1 else { return openCrawl(Array(list.model.ids.prefix(counts[0]))) }
    list.context.open { await list.context.push(menuOfCrawls(counts, of: count)) }
  }

  /// A menu of walks through the first venues, at first those within an adjustable distance if the list does not have
  /// them.
  private func menuOfCrawls(_ counts: [Int], of count: Int) async -> MenuScreen.Content {
    let near = await sortsNearby
    let (strings, render) = (list.context.strings, list.context.render)
    func order(_ sorts: [SortChoice]) -> String {
      FilterSummary(render: render).order(
        sorts, sectioning: list.state.sectioning, isRanked: list.state.choices.similar != nil
      ).last ?? ""
    }
    var radius = list.state.choices.radius
    func nearby() -> [String] {
      guard let near else { return [] }
      let distance = strings.within(strings.radiusAndTime(radius))
      return [strings.crawlOfFirst(counts[0], by: order(near), distance)]
    }
    func isNearby(_ index: Int) -> Bool { near != nil && index == 0 }
    func change(longer: Bool) -> (Int) -> Void {
      { index in
        guard isNearby(index) else { return }
        let next = FilterState.radius(after: radius, longer: longer)
        if next == radius { list.context.explain(longer ? .isLargest : .isSmallest) }
        radius = next
      }
    }
    let sorts = list.state.sorts
    let empty = try? await list.context.facts.emptySortKeys(from: list.state.origin)
    let isEmpty = sorts.first.map { empty?.contains($0.keyPath) == true } ?? false
    let first = counts.map {
      $0 == count
        ? MenuItem(strings.crawlOfAll($0))
        : MenuItem(
          strings.crawlOfFirst($0, by: order(sorts)),
          detail: isEmpty ? strings.noData(atKeyPath: sorts[0].keyPath) : "")
    }
    return MenuScreen.Content(
      name: strings.crawlThrough(count),
      commands: [
        MenuCommand(.accept, rank: 2, closes: true) { index in
          if let near, index == 0 {
            return openCrawl(first: counts[0], near: (near, radius))
          }
          openCrawl(first: counts[near == nil ? index : index - 1])
        },
        MenuCommand(.sort, rank: 5, closes: true) { _ in
          ListMenus(list).openSorts { openCrawl() }
        },
        MenuCommand(.narrow, change(longer: false)),
        MenuCommand(
          .widen, after: .narrow, rank: 3, isHinted: isNearby,
          word: { _ in strings.adjusts(strings.radius) }, change(longer: true)),
      ], hasNumbers: true, items: { nearby().map { MenuItem($0) } + first })
  }

  /// The order of the first venues nearby: that of the list, or by rating if that is by distance or name; nil if your
  /// location is unknown, the list is filtered by distance, or no venue has a rating.
  private var sortsNearby: [SortChoice]? {
    get async {
      let state = list.state
      guard state.origin.coordinate != nil, state.choices[.distance] == nil,
        state.choices.similar == nil
      else { return nil }
      let usual = [RangeFilter.distance.keyPath, VenueSort.name.keyPath]
      guard let first = state.sorts.first, usual.contains(first.keyPath) else { return state.sorts }
      let rating = SortChoice(keyPath: RangeFilter.rating.keyPath, ascending: false)
      let empty = try? await list.context.facts.emptySortKeys(from: state.origin)
      return empty?.contains(rating.keyPath) == false ? [rating] : nil
    }
  }

  /// Plans a walk through the first venues of the list, or of those within a distance in another order.
  private func openCrawl(
    first count: Int, near: (sorts: [SortChoice], radius: Double)? = nil
  ) {
    let (choices, model) = (list.state.choices, list.model)
    // Only the list has the order of a fuzzy search.
    guard choices.similar == nil else { return openCrawl(Array(model.ids.prefix(count))) }
    var request = model.request
    if let near {
      request.predicate = .all(
        [request.predicate, ToggleFilter.walking.predicate(radius: near.radius)]
          .compactMap(\.self))
      // Of equal venues, the nearest ones; another key for the distance has no effect.
      let sorts = near.sorts + [SortChoice(.distance)]
      request.sortDescriptors = FilterSelection(choices: choices, sorts: sorts).sortDescriptors
    }
    request.fetchLimit = count
    list.context.open { [context = list.context, request] in
      let ids = try await context.store.fetch(request).compactMap(\.objectID)
      if let near, ids.count < count {
        let (strings, radius) = (context.strings, context.strings.format.radius(near.radius))
        context.notify(
          ids.isEmpty
            ? strings.noVenues(within: radius) : strings.onlyVenues(ids.count, within: radius))
      }
      if near == nil || !ids.isEmpty { openCrawl(ids) }
    }
  }

  /// Opens a walk through venues: the last one if its stops were changed, or else the shortest one.
  private func openCrawl(_ ids: [ObjectID]) {
    if let crawl = list.crawl, crawl.isEdited, crawl.isCurrent(for: ids) {
      list.context.push(crawl)
      return list.context.notify(
        list.context.strings.editedCrawl(undoKey: list.context.keyName(of: .undo)))
    }
    let crawl = CrawlScreen(list.context, ids, from: list.state.placeName) { [weak list] id in
      list?.detail.open(id)
    }
    list.crawl = crawl
    list.context.push(crawl)
  }

  func openExport() {
    let strings = list.context.strings
    let all = FileCommands.Export(
      name: strings.venues(list.model.ids.count), count: list.model.ids.count,
      request: { list.model.request })
    let ids = list.state.selection.isAll(of: list.model.ids) ? nil : list.commandIDs
    let selection = FileCommands.Export(
      name: strings.selectedVenues(list.state.selection.count), count: list.state.selection.count,
      request: {
        var request = list.model.request
        guard let ids else { return request }
        request.predicate = nil
        request.objectIDs = ids
        return request
      })
    FileCommands(context: list.context)
      .openExport(list.state.selection.isEmpty ? [all] : [selection, all])
  }

  /// Undoes the last change of venues; without one, says which key undoes the last change of the view.
  func undo() {
    list.model.showRestored(movesCursor: list.context.isTop(list))
    list.commands.undo(nothing: nothingToUndo)
  }

  /// Undoes or redoes the last change of the view.
  func moveView(undoing: Bool) {
    list.recordView()
    let strings = list.context.strings
    guard let step = undoing ? list.views.undo() : list.views.redo() else {
      return list.context.notify(undoing ? strings.noViewToUndo : strings.noViewToRedo)
    }
    restore(undoing ? step.before : step.after)
    let name = step.name(list.context.render)
    list.context.notify(undoing ? strings.undone(name, redoKey: nil) : strings.redone(name))
  }

  /// The message when there is no change to undo: it names the key that undoes the last view change.
  private var nothingToUndo: String {
    let strings = list.context.strings
    guard let key = list.context.keyName(of: .undoView), let step = list.views.last else {
      return strings.nothingToUndo
    }
    return strings.nothingToUndo(butView: step.name(list.context.render), key: key)
  }

  private func restore(_ view: ListView) {
    list.statistics.forgetGroups()
    list.state.columns = view.columns
    list.state.selection = view.selection
    list.state.placeName = view.placeName
    if view.origin != list.state.origin { list.setOrigin(view.origin, named: view.placeName) }
    list.show(choices: view.choices, sorts: view.sorts, sectioning: .some(view.sectioning))
    list.pruneSelection()
  }
}
