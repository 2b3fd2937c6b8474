import TerminalKit
import FetchKit
import Venues

/// The commands that save, list and apply filters.
struct SavedFilters {
  let context: FinderContext

  private var strings: Strings { context.strings }

  /// Asks for a name and saves choices and sort order.
  func openSave(_ choices: FilterChoices, _ sorts: [SortChoice]) {
    guard choices.open == nil else { return context.notify(strings.openIsOfNow) }
    context.push(
      PromptScreen(context, name: strings.saveFilterAs, text: .proposing(proposal(choices))) {
        name in
        guard name.contains(where: { !$0.isWhitespace }) else {
          throw ValidationError(strings.nameWanted)
        }
        save(
          SavedFilter(name: name, predicate: choices.chosenPredicate, sort: sorts.map(\.text)))
      })
  }

  /// The proposed name of choices.
  private func proposal(_ choices: FilterChoices) -> String {
    FilterSummary(render: context.render).filter(choices) ?? strings.allVenues
  }

  private func save(_ filter: SavedFilter) {
    context.change { [store = context.store] _ in
      let isReplacing = try await Task.detached { try filter.save(in: store) }.value
      return strings.saved(filter.name, isReplacing: isReplacing)
    }
  }

  /// Lists the saved filters; `apply` is called with the chosen one.
  func open(_ apply: @escaping (FetchPredicate, [SortChoice]) -> Void) {
    context.open { [store = context.store] in
      do {
        let filters = try await Task.detached { try SavedFilter.all(in: store) }.value
        show(filters, apply)
      } catch {
        context.report(error)
      }
    }
  }

  private func show(
    _ filters: [SavedFilter], _ apply: @escaping (FetchPredicate, [SortChoice]) -> Void
  ) {
    let key = context.keymap.keys(for: .saveFilter).first.map(context.symbols.name) ?? ""
    context.push(
      MenuScreen(
        context,
        MenuScreen.Content(
          name: strings.savedFilters, columns: 40,
          commands: [
            MenuCommand(.run, rank: 2, closes: true) { fill(filters[$0], apply) },
            MenuCommand(.forget, rank: 3, closes: true) { askToForget(filters[$0]) },
          ], hasNumbers: true, empty: strings.nothingSaved(key),
          items: { filters.map { MenuItem($0.name, detail: shortened(words($0))) } })))
  }

  /// The description of a filter, as in the list.
  private func words(_ filter: SavedFilter) -> String {
    guard let predicate = try? filter.template.predicate else { return filter.predicate }
    return FilterSummary(render: context.render).filter(FilterChoices(recognizing: predicate))
      ?? strings.allVenues
  }

  private func shortened(_ text: String) -> String {
    text.count <= 40 ? text : text.prefix(39) + context.symbols.ellipsis
  }

  private func askToForget(_ filter: SavedFilter) {
    context.confirm(strings.cannotBeUndone(strings.forgets(filter.name))) { isConfirmed in
      if isConfirmed { forget(filter) }
    }
  }

  private func forget(_ filter: SavedFilter) {
    context.change { [store = context.store] _ in
      _ = try await Task.detached { try SavedFilter.delete(filter.name, from: store) }.value
      return strings.forgotten(filter.name)
    }
  }
}

// MARK: - Variables

extension SavedFilters {
  /// Asks for the values of the variables one by one, then passes on the predicate.
  private func fill(
    _ filter: SavedFilter, _ apply: @escaping (FetchPredicate, [SortChoice]) -> Void
  ) {
    do {
      let predicate = try filter.template.predicate ?? .constant(true)
      let sorts = filter.sort.compactMap { SortChoice(text: $0) }
      VariablePrompts(context: context).bind(predicate) { apply($0, sorts) }
    } catch {
      context.report(error)
    }
  }
}
