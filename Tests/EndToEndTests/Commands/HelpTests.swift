import Testing
import Venues

@Suite struct HelpTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `the program tells its version and SQLite's`() async throws {
    let outcome = try await sandbox.run("--version")
    let pattern = #/boba \d+\.\d+\.\d+ \(commit ([0-9a-f]{12}\+?|unknown), SQLite 3\.\d+\.\d+\)\n/#
    #expect(outcome.stdout.wholeMatch(of: pattern) != nil)
    #expect(outcome.status == 0)
  }

  @Test func `the help of the program`() async throws {
    let help = """
      OVERVIEW: Finds bubble tea, and any other venue, in the terminal.

      Without a command it opens the finder; when standard output is no terminal it
      prints the list.

      Example: boba list --price 1 --deals --sort distance

      USAGE: boba <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        browse (default)        Opens the finder, also when no command is named.
        import                  Imports Foursquare-style venue data.
        list                    Prints venues.
        count                   Prints how many venues there are.
        stats                   Prints counts, sums and averages.
        show                    Prints everything about one venue.
        export                  Writes venues with all that is known of them; import
                                reads them back.
        set                     Changes attributes of venues.
        delete                  Deletes venues.
        undo                    Takes the last changes back.
        redo                    Makes changes again that were taken back.
        history                 Prints the changes that can be undone, the newest
                                first.
        filters                 Keeps filters under names.
        explain                 Prints the predicate, the SQL, the plan and the time
                                of a filter, as JSON.
        paths                   Prints where the store, the config, the state and the
                                log are.
        doctor                  Checks the store, the config and the terminal.
        backup                  Back up the store, even while it is in use.
        restore                 Restore the store from a backup, even while it is in
                                use.

        See 'boba help <subcommand>' for detailed help.

      """
    try await expect(sandbox.run("--help"), is: .output(help))
  }

  @Test func `the help of import`() async throws {
    let help = """
      OVERVIEW: Imports Foursquare-style venue data.

      Example: curl -s "$URL" | boba import -

      USAGE: boba import <file> ... [--format <format>] [--replace] [--dry-run] [--lenient] [--yes] [--report <report>] [--store <path>] [--config <path>]

      ARGUMENTS:
        <file>                  Files or folders; - for standard input.

      OPTIONS:
        --format <format>       auto, v2, v3, places2025, osplaces, geojson or boba.
                                (values: auto, v2, v3, places2025, osplaces, geojson,
                                boba; default: auto)
        --replace               Delete the venues that a file does not name.
        --dry-run               Only report what would happen.
        --lenient               Skip bad lines of NDJSON instead of refusing the file.
        --yes                   Import even what overwrites too much to be undone.
        --report <report>       How the report is printed: table or json. (values:
                                table, json; default: table)
        --store <path>          The store file instead of the default one.
        --config <path>         The config file instead of the default one.
        --version               Show the version.
        -h, --help              Show help information.


      """
    try await expect(sandbox.run("import", "--help"), is: .output(help))
  }

  @Test func `the help of list`() async throws {
    let help = """
      OVERVIEW: Prints venues.

      Example: boba list --price 1 --deals --sort -rating --format csv

      USAGE: boba list <options>

      \(Self.filters)ORDER:
        --sort <key>            A key path, or name, distance, price, rating, tips,
                                checkins, deals; '-' before it turns it round.
                                Several count in turn.

      OPTIONS:
        --limit <n>             Print at most this many.
        --offset <n>            Pass over this many first. (default: 0)
        --columns <key,…>       Columns, key paths or JSON keys, with commas.
        --format <format>       table, json, ndjson, csv, tsv, markdown or geojson.
                                (values: table, json, ndjson, csv, tsv, markdown,
                                geojson; default: table)
        --store <path>          The store file instead of the default one.
        --config <path>         The config file instead of the default one.
        --version               Show the version.
        -h, --help              Show help information.


      """
    try await expect(withoutToggles(sandbox.run("list", "--help")), is: .output(help))
  }

  @Test func `the help of count`() async throws {
    let help = """
      OVERVIEW: Prints how many venues there are.

      Example: boba count --price 1 --deals

      USAGE: boba count <options>

      \(Self.filters)OPTIONS:
        --format <format>       text or json. (values: text, json; default: text)
        --store <path>          The store file instead of the default one.
        --config <path>         The config file instead of the default one.
        --version               Show the version.
        -h, --help              Show help information.


      """
    try await expect(withoutToggles(sandbox.run("count", "--help")), is: .output(help))
  }

  @Test func `the help of stats`() async throws {
    let help = """
      OVERVIEW: Prints counts, sums and averages.

      Example: boba stats --group-by location.city --aggregate
      far='max(location.distance)'

      USAGE: boba stats <options>

      \(Self.filters)OPTIONS:
        --group-by <key,…>      Group by the values of these key paths.
        --aggregate <name=func(key)>
                                A figure for each group: sum, average, min, max or
                                count of a key path.
        --having <predicate>    Which groups: a predicate over count, the names and
                                the keys.
        --sort <name>           Order the groups by a name, count or a key; '-'
                                before it turns it round.
        --format <format>       table, json, ndjson, csv, tsv or markdown. (values:
                                table, json, ndjson, csv, tsv, markdown; default:
                                table)
        --store <path>          The store file instead of the default one.
        --config <path>         The config file instead of the default one.
        --version               Show the version.
        -h, --help              Show help information.


      """
    try await expect(withoutToggles(sandbox.run("stats", "--help")), is: .output(help))
  }

  @Test func `the help of show`() async throws {
    let help = """
      OVERVIEW: Prints everything about one venue.

      Example: boba show 4bfaad735317a5931802037f --format json

      USAGE: boba show <id> [--format <format>] [--near <lat,lng>] [--store <path>] [--config <path>]

      ARGUMENTS:
        <id>                    The venue's id, as `boba list --columns id,name`
                                prints it.

      OPTIONS:
        --format <format>       text or json. (values: text, json; default: text)
        --near <lat,lng>        Measure the distance from here.
        --store <path>          The store file instead of the default one.
        --config <path>         The config file instead of the default one.
        --version               Show the version.
        -h, --help              Show help information.


      """
    try await expect(sandbox.run("show", "--help"), is: .output(help))
  }

  @Test func `the help of set`() async throws {
    let help = """
      OVERVIEW: Changes attributes of venues.

      Example: boba set favorite=true note='try the taro' --search 'kung fu' --yes

      USAGE: boba set [<options>] <key=value> ...

      ARGUMENTS:
        <key=value>             The new values; nothing behind '=' takes a value away.

      \(Self.filters)OPTIONS:
        --all                   All venues, when there is no filter.
        --yes                   Do not ask before more than one venue is changed.
        --format <format>       text or json. (values: text, json; default: text)
        --store <path>          The store file instead of the default one.
        --config <path>         The config file instead of the default one.
        --version               Show the version.
        -h, --help              Show help information.


      """
    try await expect(withoutToggles(sandbox.run("set", "--help")), is: .output(help))
  }

  @Test func `the help of paths`() async throws {
    let help = """
      OVERVIEW: Prints where the store, the config, the state and the log are.

      Example: sqlite3 "$(boba paths --format json | jq -r .store)"

      USAGE: boba paths [--format <format>] [--store <path>] [--config <path>]

      OPTIONS:
        --format <format>       text or json. (values: text, json; default: text)
        --store <path>          The store file instead of the default one.
        --config <path>         The config file instead of the default one.
        --version               Show the version.
        -h, --help              Show help information.


      """
    try await expect(sandbox.run("paths", "--help"), is: .output(help))
  }

  @Test func `the help of the finder`() async throws {
    let help = """
      OVERVIEW: Opens the finder, also when no command is named.

      Example: boba --price 1 --sort distance

      USAGE: boba browse <options>

      \(Self.filters)ORDER:
        --sort <key>            A key path, or name, distance, price, rating, tips,
                                checkins, deals; '-' before it turns it round.
                                Several count in turn.

      TERMINAL:
        --plain                 Ask and answer line by line, for screen readers.
        --language <code>       The language: en, zh-Hans, ru.
        --theme <name>          Colors: auto, terminal, dark, light, high-contrast,
                                color-blind, mono.
        --ascii                 Draw with ASCII only.
        --no-mouse              Leave the mouse to the terminal.
        --reduced-motion        Let nothing flash.

      OPTIONS:
        --store <path>          The store file instead of the default one.
        --config <path>         The config file instead of the default one.
        --version               Show the version.
        -h, --help              Show help information.


      """
    try await expect(withoutToggles(sandbox.run("browse", "--help")), is: .output(help))
  }

  @Test func `every filter that is on or off is an option`() async throws {
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

  /// The options of every command that filters.
  private static let filters = """
    FILTER:
      --price <price>         Price: '$' to '$$$$', 1 to 4, or none. Several widen.
                              (values: none, $, $$, $$$, $$$$)
      --within <meters>       Only places nearer than this.
      --rating <rating>       Only places rated at least this, 0 to 10.
      --category <text>       A category; 'Tea*' for a beginning. Several widen.
      --city <text>           A city; 'New*' for a beginning. Several widen.
      --search <words>        Words in name, category, address, cross street or
                              city.
      --open                  Only places that are open now.
      --where <predicate>     A predicate over the key paths, such as
                              'stats.tipCount > 20'. Several narrow.
      --saved <name>          A saved filter. Several narrow.
      --let <name=value>      The value of a predicate's $variable.
      --include-closed        Places that have closed for good, too.
      --near <lat,lng>        Measure distances from here.


    """
}
