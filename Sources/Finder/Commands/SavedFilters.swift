import FetchKit
import Foundation
import TerminalKit
import Venues

/// The commands that save, list and apply filters.
struct SavedFilters {
  let context: FinderContext

  private var strings: Strings { context.strings }

  /// What is applied: the filter with values for its variables, sort order, and the rest of the view if that was saved.
  typealias Apply = (FilledFilter, [SortChoice], SavedView?) -> Void

  /// Asks for a name and saves choices, sort order and the rest of the view.
  func openSave(_ choices: FilterChoices, _ sorts: [SortChoice], _ view: SavedView? = nil) {
    guard !context.store.isReadOnly else { return context.notify(strings.readOnly) }
    guard choices.open == nil else { return context.notify(strings.openIsOfNow) }
    context.push(
      PromptScreen(context, name: strings.saveFilterAs, text: .proposing(proposal(choices))) {
        text in
        let name = text.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty else { throw InputError(strings.enterName) }
        save(
          SavedFilter(
            name: name, predicate: choices.chosenPredicate, sort: sorts.map(\.text),
            view: view?.text))
      })
  }

  /// The proposed name of choices.
  private func proposal(_ choices: FilterChoices) -> String {
    FilterSummary(render: context.render).filter(choices) ?? strings.allVenues
  }

  private func save(_ filter: SavedFilter) {
    context.change { [store = context.store] isConfirmed in
      let isReplacing = try await Task.detached {
        if !isConfirmed, try SavedFilter.all(in: store).contains(where: { $0.name == filter.name })
        {
          return Bool?.none
        }
        return try filter.save(in: store)
      }.value
      guard let isReplacing else { throw strings.replacesFilter(filter.name) }
      return strings.saved(filter.name, isReplacing: isReplacing, listKey: listKey)
    }
  }

  /// Lists the saved filters; `apply` is called with the chosen one.
  func open(_ apply: @escaping Apply) {
    read { show($0, apply) }
  }

  /// Applies the saved filter with an index.
  func apply(number: Int, _ apply: @escaping Apply) {
    read { filters in
      guard !filters.isEmpty else { return context.notify(strings.noFilterToShow(saveKey)) }
      guard filters.indices.contains(number) else {
        return context.notify(strings.noSaved(number + 1, of: filters.count))
      }
      fill(filters[number]) {
        apply($0, $1, $2)
        context.notify(strings.applied(filters[number].name))
      }
    }
  }

  private func read(_ body: @escaping ([SavedFilter]) -> Void) {
    context.open { [store = context.store] in
      body(try await Task.detached { try SavedFilter.all(in: store) }.value)
    }
  }

  private func show(_ filters: [SavedFilter], _ apply: @escaping Apply) {
    context.push(
      MenuScreen.Content(
        name: strings.savedFilters, columns: 40,
        commands: [
          MenuCommand(.run, rank: 2, closes: true) { fill(filters[$0], apply) },
          MenuCommand(.forget, rank: 3, closes: true) { askToForget(filters[$0]) },
        ], hasNumbers: true, empty: strings.nothingSaved(saveKey),
        items: { filters.map { MenuItem($0.name, detail: detail(of: $0), keepsText: true) } }))
  }

  private var saveKey: String { context.keyName(of: .saveFilter) ?? "" }

  private var listKey: String? { context.keyName(of: .savedFilters) }

  /// The description of a filter beside its name; empty if that is the name.
  private func detail(of filter: SavedFilter) -> String {
    let words = words(filter)
    return words == filter.name ? "" : words
  }

  /// The description of a filter, as in the list.
  private func words(_ filter: SavedFilter) -> String {
    guard let predicate = try? filter.template.predicate else { return filter.predicate }
    return FilterSummary(render: context.render).filter(FilterChoices(recognizing: predicate))
      ?? strings.allVenues
  }

  private func askToForget(_ filter: SavedFilter) {
    context.confirm(strings.cannotBeUndone(strings.deletesFilter(filter.name))) { isConfirmed in
      if isConfirmed { forget(filter) }
    }
  }

  private func forget(_ filter: SavedFilter) {
    context.change { [store = context.store] _ in
      _ = try await Task.detached { try SavedFilter.delete(filter.name, from: store) }.value
      return strings.deletedFilter(filter.name)
    }
  }
}

// MARK: - Variables

extension SavedFilters {
  /// Asks for the values of the variables one by one, then passes on the predicate.
  private func fill(_ filter: SavedFilter, _ apply: @escaping Apply) {
    do {
      let predicate = try filter.template.predicate ?? .constant(true)
      let sorts = filter.sort.compactMap { SortChoice(text: $0) }
      let view = SavedView(filter.view)
      let template = FilterChoices(recognizing: predicate)
      VariablePrompts(context: context).bind(predicate) { filled in
        let filter = FilledFilter(
          template: template, filled: FilterChoices(recognizing: filled))
        apply(filter, sorts, view)
      }
    } catch {
      context.report(error)
    }
  }
}

/// Asks for the values of a predicate's variables one by one.
struct VariablePrompts {
  let context: FinderContext

  private var strings: Strings { context.strings }

  /// Calls `finish` with the predicate when all variables have values, at once without any.
  func bind(_ predicate: FetchPredicate, finish: @escaping (FetchPredicate) -> Void) {
    let uses = predicate.usesOfVariables(in: Venue.entity)
    guard let (name, use) = uses.min(by: { $0.key < $1.key }) else { return finish(predicate) }
    ask(name, use) { value in
      bind(predicate.substituting([name: value]), finish: finish)
    }
  }

  private func ask(_ name: String, _ use: VariableUse, finish: @escaping (FetchValue) -> Void) {
    let title = strings.valuePrompt(name, use)
    guard use.attribute.type != .boolean || use.isList else { return choose(title, finish) }
    context.push(
      PromptScreen(context, name: title, hint: strings.kind(of: use).capitalizedFirst) { text in
        guard let value = strings.value(of: text, for: use) else {
          throw InputError(strings.wrongValue(use))
        }
        finish(value)
      })
  }

  private func choose(_ title: String, _ finish: @escaping (FetchValue) -> Void) {
    let answers = [true, false]
    context.push(
      MenuScreen.Content(
        name: title,
        commands: [MenuCommand(.accept, rank: 2, closes: true) { finish(.bool(answers[$0])) }],
        items: { answers.map { MenuItem(strings.answer($0)) } }))
  }
}

/// What a saved filter keeps besides filter and sort order.
struct SavedView: Hashable, Codable {
  /// nil for a list without sections.
  var sectioning: VenueSectioning?
  var columns = ColumnSettings()
  /// The walking distance in meters.
  var radius = FilterChoices.walkingDistance
  var includesClosed = false
  /// nil for a map that was not moved.
  var map: SavedMapView?

  /// The view of a list.
  init(_ list: VenueListScreen) {
    sectioning = list.state.sectioning
    columns = list.state.columns
    radius = list.state.choices.radius
    includesClosed = list.state.choices.includesClosed
    map = list.map.current.flatMap(SavedMapView.init)
  }

  /// The view of a saved filter; nil for a filter alone, or a view of a newer version.
  init?(_ text: String?) {
    guard let text,
      let view = try? JSONDecoder().decode(SavedView.self, from: Data(text.utf8))
    else { return nil }
    self = view
    columns = columns.completed
  }

  var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}
