import FetchKit
import Foundation
import TerminalKit
import Venues

/// Commands on the user's location and on that of a venue.
struct LocationCommands {
  let context: FinderContext
  let origin: Origin
  /// The origin that the finder was started with.
  let originAtStart: Origin
  /// Sets the origin of distances and its name.
  let setOrigin: (Origin, _ name: String?) -> Void

  /// Asks for the location.
  func open() {
    let format = context.strings.format
    let text = origin.coordinate.map {
      format.coordinate(latitude: $0.latitude, longitude: $0.longitude)
    }
    context.push(
      LocationScreen(context, text: text ?? "") { location, name in
        guard let location else {
          setOrigin(originAtStart, nil)
          return context.notify(context.strings.origin(originAtStart, named: nil))
        }
        set(to: location, named: name)
      })
  }

  /// Sets the user's location to that of a venue.
  func set(to venue: Venue) {
    guard let location = venue.location.coordinate else {
      return context.explain(.placeIsUnknown)
    }
    set(to: location, named: venue.name)
  }

  private func set(to location: Coordinate, named name: String?) {
    setOrigin(.place(location), name)
    let strings = context.strings
    let coordinate = strings.format.coordinate(
      latitude: location.latitude, longitude: location.longitude)
    context.notify(strings.placed(name ?? coordinate))
  }

  /// Opens a web map of a venue; the URL is shown and copied, too, for terminals on another machine.
  func openLink(of venue: Venue) {
    guard let location = venue.location.coordinate else {
      return context.explain(.placeIsUnknown)
    }
    open(MapAddress.text(of: location))
  }

  /// Lists the web pages of a venue, to open one.
  func openLinks(of venue: Venue) {
    let links = VenueLink.allCases.compactMap { link in
      link.address(of: venue, from: origin.coordinate).map { (link, address: $0) }
    }
    let strings = context.strings
    context.push(
      MenuScreen(
        context,
        MenuScreen.Content(
          name: strings.openPage, columns: 30,
          commands: [MenuCommand(.run, rank: 2, closes: true) { open(links[$0].address) }],
          hasNumbers: true, empty: strings.noPages,
          items: { links.map { MenuItem(strings.title(of: $0.0)) } })))
  }

  private func open(_ link: String) {
    let isOpen = context.openLink(link)
    context.tasks.start { [context] in
      let route = await context.clipboard.copy(link)
      let strings = context.strings
      context.notify(isOpen ? strings.opened(link) : strings.copied(link, route))
    }
  }
}
