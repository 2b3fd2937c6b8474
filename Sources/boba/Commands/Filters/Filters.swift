import ArgumentParser

/// `boba filters`: saved filters.
struct Filters: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters", "Manage saved filters.",
    example: "boba filters save near --where 'location.distance < $METERS'",
    subcommands: [ListFilters.self, SaveFilter.self, ShowFilter.self, DeleteFilter.self])
}
