import FetchKit
import TerminalKit
import Venues

// MARK: - Numbers

extension VenueListScreen: StatisticsScreenDelegate {
  func openStatistics() {
    var numbers = StatisticsState()
    numbers.grouping = grouping
    open(numbers)
  }

  private func open(_ numbers: StatisticsState) {
    let screen = StatisticsScreen(context, choices: state.choices, numbers)
    screen.delegate = self
    context.push(screen)
  }

  func statisticsScreen(
    _ screen: StatisticsScreen, didChoose section: String, of grouping: VenueSectioning
  ) {
    let before = snapshot
    var choices = state.choices
    if grouping == .price, let level = PriceLevel(rawValue: Int(section) ?? 0) {
      choices.prices = [level]
    } else {
      let condition = grouping.predicate(ofSection: section)
      choices.condition = .all([choices.condition, condition].compactMap(\.self))
    }
    self.grouping = grouping
    show(choices: choices)
    drilled = (before, screen.state)
  }

  /// Back to the numbers that the group was chosen from.
  func leaveGroup() {
    guard let drilled else { return }
    self.drilled = nil
    restore(drilled.snapshot)
    open(drilled.numbers)
  }
}

// MARK: - Explanation and saved filters

extension VenueListScreen {
  func explain() {
    context.push(ExplainScreen(context, request, state.choices, state.sorts))
  }

  func openSavedFilters() {
    SavedFilters(context: context).open { predicate, sorts in
      var choices = FilterChoices(recognizing: predicate)
      choices.includesClosed = self.state.choices.includesClosed
      self.show(choices: choices, sorts: sorts.isEmpty ? .standard : sorts)
    }
  }
}

// MARK: - Places

extension VenueListScreen {
  func openPlace() {
    let figures = context.strings.figures
    let text = state.origin.coordinate.map {
      figures.coordinate(latitude: $0.latitude, longitude: $0.longitude)
    }
    context.push(
      LocationScreen(context, text: text ?? "") { place, name in
        guard let place else { return self.measureAsAtStart() }
        self.measure(from: place, named: name)
      })
  }

  private func measureAsAtStart() {
    setOrigin(settings.origin)
    context.notify(context.strings.origin(settings.origin, named: nil))
  }

  func takeAsPlace() {
    withCursorVenue { venue in
      guard let place = venue.location.coordinate else {
        return self.context.explain(.placeIsUnknown)
      }
      self.measure(from: place, named: venue.name)
    }
  }

  private func measure(from place: Coordinate, named name: String?) {
    setOrigin(.place(place), named: name)
    let strings = context.strings
    let coordinate = strings.figures.coordinate(
      latitude: place.latitude, longitude: place.longitude)
    context.notify(strings.placed(name ?? coordinate))
  }

  /// Opens a map of the venue elsewhere; its address is said and copied, for terminals far away.
  func openLink() {
    withCursorVenue { self.openLink(of: $0) }
  }

  private func openLink(of venue: Venue) {
    guard let place = venue.location.coordinate else {
      return context.explain(.placeIsUnknown)
    }
    let link = MapAddress.text(of: place)
    let isOpen = context.openLink(link)
    context.send(ClipboardSequence.text(link, in: context.terminalType))
    let strings = context.strings
    context.notify(isOpen ? strings.opened(link) : strings.copied(link))
  }
}

extension Coordinate {
  /// Reads "40.7593, -73.9847"; nil for anything else, and outside the globe.
  init?(text: String) {
    let parts = text.split { $0 == "," || $0 == " " }.compactMap { Double($0) }
    guard parts.count == 2, (-90...90).contains(parts[0]), (-180...180).contains(parts[1]) else {
      return nil
    }
    self.init(latitude: parts[0], longitude: parts[1])
  }
}
