import Testing
import Venues

@Suite struct HelpTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `--version prints the versions of boba and SQLite`() async throws {
    let outcome = try await sandbox.run("--version")
    let pattern = #/boba \d+\.\d+\.\d+ \(commit ([0-9a-f]{12}\+?|unknown), SQLite 3\.\d+\.\d+\)\n/#
    #expect(outcome.stdout.wholeMatch(of: pattern) != nil)
    #expect(outcome.status == 0)
  }

  @Test func `the help of the program`() async throws {
    let help = """
      OVERVIEW: Find a venue in the terminal.

      Without a command, boba opens the finder. If standard output is not a
      terminal, it prints the list instead.

      Options of the finder (boba browse --help lists all of them):
        --plain             Line-by-line mode for screen readers.
        --theme <name>      Color theme.
        --language <code>   Language: en, zh-Hans, ru.
        --ascii             Draw with ASCII only.

      Example: boba list --price 1 --deals --sort distance

      USAGE: boba [<filter>] [<options>]
             boba <command> [<arguments>] [<options>]

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        browse (default)        Open the finder.
        import                  Import venues from files, folders or standard input.
        list                    List matching venues.
        count                   Count matching venues.
        stats                   Show totals, or statistics by group.
        show                    Show all data of one venue.
        export                  Export venues with all their data.
        set                     Set attributes of matching venues.
        delete                  Delete matching venues.
        undo                    Undo the last change.
        redo                    Redo the last undone change.
        history                 List changes to undo or redo, newest first.
        filters                 Manage saved filters.
        explain                 Show the predicate, SQL, query plan and timing of a
                                filter.
        paths                   Print the paths of the store, config, state and log.
        doctor                  Check the store, config and terminal.
        backup                  Back up the store, even while it is in use.
        restore                 Restore the store from a backup, even while it is in
                                use.

        See 'boba help <subcommand>' for detailed help.

      """
    try await expect(sandbox.run("--help"), is: .output(help))
  }

  @Test func `the help of import`() async throws {
    let help = """
      OVERVIEW: Import venues from files, folders or standard input.

      Reads Foursquare API responses, FSQ Open Source Places, GeoJSON and exports of
      boba, as JSON, NDJSON or CSV, also compressed with gzip. Each file is one
      transaction. A row replaces the venue with the same ID: values that the row
      lacks are removed, except favorites and notes.

      Example: curl -s "$URL" | boba import -

      USAGE: boba import <file>... [<options>]

      ARGUMENTS:
        <file>                  Files or folders; - reads standard input.

      OPTIONS:
        --format <format>       Input format. (values: auto, v2, v3, places2025,
                                osplaces, geojson, boba; default: auto)
        --replace               Delete venues that the file does not contain.
        --dry-run               Report what would change without importing.
        --lenient               Skip invalid lines of NDJSON and CSV instead of
                                rejecting the file.
        --yes                   Import even if it cannot be undone.
        --report <report>       Report format. (values: table, json; default: table)
      \(Self.common)
      """
    try await expect(sandbox.run("import", "--help"), is: .output(help))
  }

  @Test func `the help of list`() async throws {
    let help = """
      OVERVIEW: List matching venues.

      Example: boba list --price 1 --deals --sort -rating --format csv

      USAGE: boba list [<filter>] [<options>]

      \(Self.filters)SORT:
        --sort <key>            Key path, or name, distance, price, rating, tips,
                                deals or checkins. Prefix '-' to reverse; repeat for
                                tie-breakers.

      OPTIONS:
        --limit <n>             Print at most N venues.
        --offset <n>            Skip the first N venues. (default: 0)
        --columns <key,…>       Columns to print: key paths or JSON keys,
                                comma-separated.
        --format <format>       Output format. (values: table, json, ndjson, csv,
                                tsv, markdown, geojson; default: table)
        --no-cache              Query SQLite without the column cache.
      \(Self.common)
      """
    try await expect(withoutToggles(sandbox.run("list", "--help")), is: .output(help))
  }

  @Test func `the help of count`() async throws {
    let help = """
      OVERVIEW: Count matching venues.

      Example: boba count --price 1 --deals

      USAGE: boba count [<filter>] [<options>]

      \(Self.filters)OPTIONS:
        --format <format>       Output format. (values: text, json; default: text)
        --no-cache              Query SQLite without the column cache.
      \(Self.common)
      """
    try await expect(withoutToggles(sandbox.run("count", "--help")), is: .output(help))
  }

  @Test func `the help of stats`() async throws {
    let help = """
      OVERVIEW: Show totals, or statistics by group.

      A key is a key path, also of a list such as categories.name, a word such as
      city, price or tips, bin(rating, 0.5), bands(location.distance, 500, 1000), or
      year, month, day or weekday(createdAt).

      Example: boba stats --group-by location.city --aggregate
      far='max(location.distance)'

      USAGE: boba stats [<filter>] [--group-by <key,…>] [<options>]

      \(Self.filters)OPTIONS:
        --group-by <key,…>      Group by keys, comma-separated.
        --aggregate <name=func(key)>
                                Add a column: sum, average, min, max, count, median,
                                percentile, stddev or distinct of a key path or an
                                expression; percentile(rating, 90).
        --having <predicate>    Keep matching groups: a predicate over count, columns
                                and group keys.
        --sort <name>           Sort by count, a column or a group key; prefix '-' to
                                reverse; repeat for tie-breakers.
        --limit <n>             Print at most N groups.
        --totals                Add a row for all venues.
        --plot                  Draw the first column as bars; bin(…) as a histogram.
        --format <format>       Output format. (values: table, json, ndjson, csv,
                                tsv, markdown, svg; default: table)
        --no-cache              Query SQLite without the column cache.
      \(Self.common)
      """
    try await expect(withoutToggles(sandbox.run("stats", "--help")), is: .output(help))
  }

  @Test func `the help of show`() async throws {
    let help = """
      OVERVIEW: Show all data of one venue.

      Example: boba show 4bfaad735317a5931802037f --format json

      USAGE: boba show <id> [<options>]

      ARGUMENTS:
        <id>                    Venue ID; `boba list --columns id,name` lists them.

      OPTIONS:
        --format <format>       Output format. (values: text, json; default: text)
        --near <lat,lng>        Measure the distance from this place.
      \(Self.common)
      """
    try await expect(sandbox.run("show", "--help"), is: .output(help))
  }

  @Test func `the help of set`() async throws {
    let help = """
      OVERVIEW: Set attributes of matching venues.

      Example: boba set favorite=true note='try the taro' --search 'kung fu' --yes

      USAGE: boba set <key=value>... (<filter> | --all) [--yes] [<options>]

      ARGUMENTS:
        <key=value>             New values as KEY=VALUE; leave VALUE empty to clear.

      \(Self.filters)OPTIONS:
        --all                   Apply to all venues when no filter is given.
        --yes                   Do not ask for confirmation.
        --format <format>       Output format. (values: text, json; default: text)
      \(Self.common)
      """
    try await expect(withoutToggles(sandbox.run("set", "--help")), is: .output(help))
  }

  @Test func `the help of paths`() async throws {
    let help = """
      OVERVIEW: Print the paths of the store, config, state and log.

      Example: sqlite3 "$(boba paths --format json | jq -r .store)"

      USAGE: boba paths [<options>]

      OPTIONS:
        --format <format>       Output format. (values: text, json; default: text)
      \(Self.common)
      """
    try await expect(sandbox.run("paths", "--help"), is: .output(help))
  }

  @Test func `the help of the finder`() async throws {
    let help = """
      OVERVIEW: Open the finder.

      Example: boba --price 1 --sort distance

      USAGE: boba browse [<filter>] [<options>]

      \(Self.filters)SORT:
        --sort <key>            Key path, or name, distance, price, rating, tips,
                                deals or checkins. Prefix '-' to reverse; repeat for
                                tie-breakers.

      TERMINAL:
        --plain                 Line-by-line mode for screen readers.
        --language <code>       Language: en, zh-Hans, ru.
        --theme <name>          Color theme: auto, terminal, dark, light,
                                high-contrast, color-blind, mono.
        --ascii                 Draw with ASCII only.
        --no-mouse              Leave the mouse to the terminal.
        --reduced-motion        Disable blinking and animation.

      OPTIONS:
      \(Self.common)
      """
    try await expect(withoutToggles(sandbox.run("browse", "--help")), is: .output(help))
  }

  @Test func `every toggle filter is an option`() async throws {
    let help = try await sandbox.run("count", "--help").stdout
    let lines = help.split(separator: "\n").filter(Self.isToggle)
    #expect(lines.count == ToggleFilter.allCases.count)
  }

  @Test(arguments: [
    ["browse"], ["import"], ["list"], ["count"], ["stats"], ["show"], ["export"], ["set"],
    ["delete"], ["undo"], ["redo"], ["history"], ["filters"], ["filters", "list"],
    ["filters", "save"], ["filters", "show"], ["filters", "delete"], ["explain"], ["paths"],
    ["doctor"], ["backup"], ["restore"],
  ])
  func `every command has an example`(command: [String]) async throws {
    let outcome = try await sandbox.run(command + ["--help"])
    #expect(outcome.stdout.contains("\nExample: "), "\(outcome)")
    #expect(outcome.status == 0)
  }

  /// The help without the filters that are on or off: they are cases of an enumeration and have their own test.
  private func withoutToggles(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    outcome.stdout = outcome.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !Self.isToggle($0) }.joined(separator: "\n")
    return outcome
  }

  private static func isToggle(_ line: Substring) -> Bool {
    ToggleFilter.allCases.contains { line.hasPrefix("  --\($0.rawValue)  ") }
  }

  /// The last options of every command.
  private static let common = """
      --store <path>          Store file (default: see `boba paths`).
      --config <path>         Config file (default: see `boba paths`).
      --version               Show the version.
      -h, --help              Show help information.


    """

  /// The options of every command that filters.
  private static let filters = """
    FILTER:
      --price <price>         Price level: $ to $$$$, 1 to 4, or none. Repeat to
                              match any. (values: none, $, $$, $$$, $$$$)
      --within <meters>       Less than this many meters away.
      --rating <rating>       Minimum rating, 0 to 10.
      --category <text>       Category name; 'Tea*' matches a prefix, 'A > B' a
                              path, 'A >' all below A. Repeat to match any.
      --city <text>           City name; 'New*' matches a prefix. Repeat to match
                              any.
      --neighborhood <text>   Neighborhood name; 'West*' matches a prefix. Repeat
                              to match any.
      --search <words>        Words in the name, category, address, cross street,
                              neighborhoods, city or deals.
      --where <predicate>     Predicate over key paths, such as 'stats.tipCount >
                              20'. Repeat to narrow.
      --open                  Open now.
      --saved <name>          Saved filter. Repeat to narrow.
      --let <name=value>      Value of a $variable in a predicate.
      --include-closed        Include permanently closed venues.
      --near <lat,lng>        Measure distances from this place.


    """
}
