extension FetchedResultsController {
  /// Brings the list up to the store, unless all of it is being fetched.
  func refresh() {
    guard isComplete || pending == nil else { return }
    if refreshesInBackground {
      refreshInBackground()
    } else {
      store.changes.callbacks.call { [weak self] in self?.refreshNow() }
    }
  }

  private func refreshNow() {
    do {
      if let listRefresh { apply(try store.reading { try listRefresh.update(store, $0) }) }
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    if let snapshotDelegate {
      snapshotDelegate.controller(self, didFailWith: error)
    } else {
      delegate?.controller(self, didFailWith: error)
    }
  }

  private var listRefresh: ListRefresh? {
    shown.map {
      ListRefresh(
        fetch: $0, old: stored, isComplete: isComplete, style: eventStyle,
        known: cache.readRows)
    }
  }

  /// Runs one refresh at a time; changes during it start the next.
  private func refreshInBackground() {
    isStale = true
    guard refreshing == nil else { return }
    refreshing = Task { [weak self] in
      while let self, self.isStale { await self.refreshOnce() }
      self?.refreshing = nil
    }
  }

  private func refreshOnce() async {
    isStale = false
    let own = generation
    do {
      guard let listRefresh else { return }
      let update = try await store.reading { [store] in try listRefresh.update(store, $0) }
      store.changes.callbacks.call {
        // A fetch that was on its way may have brought another list meanwhile.
        if own == self.generation, listRefresh.old.version === self.stored.version {
          self.apply(update)
        }
      }
    } catch {
      if own == generation { fail(error) }
    }
  }

  private func apply(_ update: ListUpdate) {
    cache.remove(update.changed)
    if !update.changed.isEmpty { refreshes += 1 }
    isComplete = true
    guard !update.changes.isEmpty else { return advance(to: update) }
    if let snapshotDelegate {
      advance(to: update)
      changeObserver?(update.changes)
      return snapshotDelegate.controller(self, didChangeContentWith: snapshot)
    }
    let own = generation
    let receiver = delegate
    receiver?.controllerWillChangeContent(self)
    if own == generation {
      advance(to: update)
      let list = stored.ids
      changeObserver?(update.changes)
      // A delegate that fetches the list again, or is replaced, has no use for the rest.
      for change in update.changes where own == generation && receiver === delegate {
        if let receiver { report(change, in: list, to: receiver) }
      }
    }
    if receiver === delegate { receiver?.controllerDidChangeContent(self) }
  }

  private func advance(to update: ListUpdate) {
    stored.apply(update)
    cache.forget(update.changed, missingIn: list.ids)
  }

  private func report(
    _ change: ResultsChange, in list: SectionedIDs,
    to delegate: some FetchedResultsControllerDelegate<Element>
  ) {
    switch change {
    case .insertSection(_, let index):
      delegate.controller(
        self, didChange: section(list.sections[index], in: list.ids), atSectionIndex: index,
        for: .insert)
    case .deleteSection(let name, let index):
      let dead = ListSections.Section(name: .string(name), start: 0, count: 0)
      delegate.controller(
        self, didChange: section(dead, in: list.ids), atSectionIndex: index, for: .delete)
    case .insert(let id, let place):
      delegate.receiveChange(of: id, at: nil, for: .insert, newIndexPath: place, from: self)
    case .delete(let id, let place):
      delegate.receiveChange(of: id, at: place, for: .delete, newIndexPath: nil, from: self)
    case .move(let id, let from, let to):
      delegate.receiveChange(of: id, at: from, for: .move, newIndexPath: to, from: self)
    case .update(let id, let place, let now):
      delegate.receiveChange(
        of: id, at: place, for: .update, newIndexPath: now == place ? nil : now, from: self)
    }
  }
}
