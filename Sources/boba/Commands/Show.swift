import ArgumentParser
import FetchKit
import Terminal
import Venues

/// `boba show ID`: everything about one venue.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints everything about one venue.",
    discussion: "Example: boba show 4bfaad735317a5931802037f --format json")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(help: "The venue's id, as `boba list --columns id,name` prints it.")
  var id: String

  @Option(name: .long, help: "text or json.") var format = Format.text

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Measure the distance from here.", valueName: "lat,lng"))
  var near: Place?

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let venue = try venue(in: storeOptions.access.open())
    switch format {
    case .text: printText(venue)
    case .json: printJSON(venue)
    }
    StandardOutput.flush()
  }

  private func venue(in store: Store) throws -> Venue {
    let origin = near.map { Origin.place($0.coordinate) } ?? .asImported(nil)
    var request = FetchRequest<Venue>(entity: origin.entity)
    request.predicate = .comparison(.keyPath("id"), .equal, .constant(.string(id)))
    guard let venue = try store.fetch(request).first else {
      throw Failure(.failed, "there is no venue with the id '\(id)'")
    }
    return venue
  }

  private func printText(_ venue: Venue) {
    let rows = VenueField.all.map { field in
      let column = VenueColumns.column(field)
      return (column.title, TableCell.text(field.value(of: venue), column))
    }.filter { $0.1 != "–" }
    let width = rows.map { TextWidth.displayWidth(of: $0.0) }.max() ?? 0
    for (title, text) in rows {
      StandardOutput.print(TextWidth.padded(title, to: width) + "  " + text)
    }
    for tip in venue.tips.compactMap(\.text) {
      StandardOutput.print(TextWidth.padded("Tip", to: width) + "  " + TextWidth.sanitized(tip))
    }
  }

  private func printJSON(_ venue: Venue) {
    let tips = venue.tips.map { tip in
      Value.object([
        "text": tip.text.attributeValue, "createdAt": tip.createdAt.attributeValue,
        "agreeCount": tip.agreeCount.attributeValue,
      ])
    }
    let members = VenueField.all.map { ($0.key, $0.value(of: venue)) } + [("tips", .list(tips))]
    StandardOutput.print(JSONText.object(members))
  }
}
