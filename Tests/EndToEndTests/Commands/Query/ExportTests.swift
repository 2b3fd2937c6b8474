import FetchKit
import Foundation
import Testing
import Venues

@testable import boba

@Suite struct ExportTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "geojson", "foursquare"])
  func `an import reads an export back to the same store`(format: String) async throws {
    _ = try await sandbox.run("import", "-", stdin: Self.difficult)
    _ = try await sandbox.run(
      "set", "favorite=true", "note='so\n=1+1, \"x\"", "--where", "id == 'a'")
    _ = try await sandbox.run("export", "--format", format, "--output", "out")
    _ = try await sandbox.run("import", "out", "--store", "copy.sqlite")
    let again = try await sandbox.run("import", "out")
    #expect(again.stdout.contains("0 inserted, 0 updated, 6 unchanged, 0 skipped"))
    for command in [["export"], ["list", "--format=json"], ["stats"], ["stats", "--format=json"]] {
      let words = command + ["--include-closed"]
      let before = try await sandbox.run(words)
      #expect(before.status == 0 && !before.stdout.isEmpty)
      try await expect(sandbox.run(words + ["--store", "copy.sqlite"]), is: before)
    }
  }

  @Test func `values that Foursquare has another meaning for survive export and import`()
    async throws
  {
    let venues = """
      {"id":"a","name":"A","latitude":0,"longitude":0,"country":"US","createdAt":"9000-01-01T00:00:00Z"}
      {"id":"b","name":"B","latitude":0,"longitude":7,"country":"a%","createdAt":"1900-01-01T00:00:00Z"}
      {"id":"c","name":"C","country":"UK","countryCode":"GB","specialCount":0}
      """
    _ = try await sandbox.run(
      "import", "-", "--format", "boba", "--store", "v.sqlite", stdin: venues)
    _ = try await sandbox.run(
      "export", "--format", "foursquare", "--output", "out", "--store", "v.sqlite")
    _ = try await sandbox.run("import", "out", "--store", "copy.sqlite")
    let before = try await sandbox.run("export", "--store", "v.sqlite")
    #expect(before.stdout.contains(#""country":"US""#))
    try await expect(sandbox.run("export", "--store", "copy.sqlite"), is: before)
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "geojson", "foursquare"])
  func `the bundled venues survive export and import`(format: String) async throws {
    _ = try await sandbox.run("export", "--format", format, "--output", "out")
    _ = try await sandbox.run("import", "out", "--store", "copy.sqlite")
    let before = try await sandbox.run("export")
    try await expect(sandbox.run("export", "--store", "copy.sqlite"), is: before)
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "geojson", "foursquare"])
  func `each attribute survives export and import`(format: String) async throws {
    let samples: [VenueField: String] = [
      .priceCategory: "$$", .tier: "2", .extras: #"{"a":1}"#, .timeZone: "Europe/Paris",
    ]
    // Imports add a category and a neighborhood to their lists, too.
    let others: Set<VenueField> = [.id, .category, .categoryID, .neighborhood]
    let assignments = VenueField.attributes.filter { !others.contains($0) }.map { field in
      let sample =
        switch field.type {
        case .string, .data: "a \(field.key) &amp; more"
        case .integer: "3"
        case .double: "0.5"
        case .boolean: "true"
        case .date: "2020-01-02T03:04:05Z"
        }
      return "\(field.key)=\(samples[field] ?? sample)"
    }
    let change = ["set"] + assignments + ["--where", "name == 'Smoocha'", "--yes"]
    try await expect(sandbox.run(change), is: .output("1 venue changed\n"))
    let before = try await sandbox.run("export", "--where", "closed == YES")
    _ = try await sandbox.run("export", "--format", format, "--output", "out")
    _ = try await sandbox.run("import", "out", "--store", "copy.sqlite")
    try await expect(
      sandbox.run("export", "--where", "closed == YES", "--store", "copy.sqlite"), is: before)
  }

  @Test(arguments: ["csv", "tsv"])
  func `words that other programs write for missing values survive`(format: String) async throws {
    _ = try await sandbox.run("set", "note=NULL", "phone=NA", "city=nan", "--all", "--yes")
    let before = try await sandbox.run("export")
    _ = try await sandbox.run("export", "--format", format, "--output", "out")
    _ = try await sandbox.run("import", "out", "--store", "copy.sqlite")
    try await expect(sandbox.run("export", "--store", "copy.sqlite"), is: before)
    try await expect(
      sandbox.run("list", "--limit", "1", "--columns", "name,note,phone", "--format", "csv"),
      is: .output("name,note,phone\r\nBoi Noodles,\"NULL\",\"NA\"\r\n"))
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv", "geojson", "foursquare"])
  func `a category whose name looks like a path survives`(format: String) async throws {
    _ = try await sandbox.run("set", "category=A > B", "--price", "3")
    let before = try await sandbox.run("export")
    _ = try await sandbox.run("export", "--format", format, "--output", "e")
    let outcome = try await sandbox.run("import", "e")
    #expect(outcome.stdout.contains("30 unchanged"), "\(outcome)")
    try await expect(sandbox.run("export"), is: before)
  }

  @Test(arguments: ["csv", "tsv"])
  func `a terminal gets no control characters of venues`(format: String) async throws {
    _ = try await sandbox.run("set", "name=a\u{1B}[31mb\u{202E}c", "--price", "3")
    let line = "boba list --price 3 --columns name --format \(format)"
    let piped = try await sandbox.shell(line)
    #expect(piped.stdout.contains("a\u{1B}[31mb\u{202E}c"))
    let shown = try await sandbox.shell("script -qec '\(line)' /dev/null </dev/null")
    #expect(shown.stdout.contains("a[31mbc") && !shown.stdout.contains("\u{1B}[31m"), "\(shown)")
  }

  @Test func `an export has closed venues and all attributes`() async throws {
    _ = try await sandbox.run("import", "-", stdin: Self.closed)
    try await expect(
      sandbox.run("export", "--format", "ndjson", "--where", "id == 'c'"),
      is: .output(
        """
        {"id":"c","name":"C","priceCategory":"$$","tier":2,"distance":12.5,"address":null,\
        "crossStreet":null,"city":null,"state":null,"postalCode":null,"country":null,\
        "countryCode":null,"latitude":1.5,"longitude":-2,"category":"Tea","categories":["Tea"],\
        "rating":null,"checkinsCount":null,"usersCount":null,"tipCount":1,"specialCount":0,\
        "phone":null,"url":null,"favorite":false,"note":null,"verified":false,"closed":true,\
        "menuURL":null,"closedAt":null,"createdAt":null,"ratingSignals":null,"ratingColor":null,\
        "hours":null,"photoCount":null,"chain":null,"categoryID":"t","timeZone":null,\
        "openNow":null,"openNowAt":null,"neighborhood":null,"chainID":null,"storeID":null,"description":null,"twitter":null,\
        "facebook":null,"instagram":null,"deliveryURL":null,"reservationURL":null,\
        "popularity":null,"likeCount":null,"currency":null,"refreshedAt":null,"extras":null\(NewerAttributes.json),\
        "categoryIDs":["t"],"categoryPaths":[null],"tips":[{"text":"Good",\
        "createdAt":"2020-01-01T00:00:00Z","agreeCount":3,"likeCount":null,"language":null}],\
        "openings":[],"deals":[],"neighborhoods":[],"tags":[],"photos":[],"popularHours":[]}

        """))
  }

  @Test func `the Foursquare format follows its API`() async throws {
    _ = try await sandbox.run("import", "-", stdin: Self.closed)
    try await expect(
      sandbox.run("export", "--format", "foursquare"),
      is: .output(
        """
        {"meta":{"code":200},"response":{"venues":[
        {"id":"c","name":"C","contact":{},"specials":{"count":0,"items":[]},"verified":false,\
        "location":{"lat":1.5,"lng":-2,"distance":12.5},"price":{"currency":"$$","tier":2},\
        "stats":{"tipCount":1},"categories":[{"id":"t","name":"Tea","primary":true}],"tips":{"count":1,"items":[{"text":"Good",\
        "createdAt":1577836800,"agreeCount":3}]},"boba":{"favorite":false,"closed":true}}]}}

        """))
  }

  @Test(arguments: [
    ("json", "[]\n"), ("ndjson", ""),
    ("geojson", "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n"),
    ("foursquare", "{\"meta\":{\"code\":200},\"response\":{\"venues\":[\n]}}\n"),
  ])
  func `an empty export is valid`(format: String, text: String) async throws {
    try await expect(
      sandbox.run("export", "--search", "zzzz", "--format", format), is: .output(text))
  }

  @Test(arguments: ["e", "./e", "é", "folder/e"])
  func `a file may have a name of one character`(path: String) async throws {
    _ = try await sandbox.shell("mkdir folder")
    let outcome = try await sandbox.run("export", "--format", "csv", "--output", path)
    #expect(outcome.status == 0)
    let lines = try await sandbox.shell("wc -l < '\(path)'")
    #expect(lines.stdout.trimmingCharacters(in: .whitespacesAndNewlines) == "31")
  }

  @Test func `an export does not replace a database`() async throws {
    _ = try await sandbox.shell("boba backup copy.sqlite; ln -s data/boba/venues.sqlite link")
    for path in [sandbox.store, "copy.sqlite", "link"] {
      try await expect(
        sandbox.run("export", "--output", path),
        is: .failure(73, "error: cannot write \(path): it is a database, such as a store\n"))
    }
    try await expect(sandbox.run("count", "--store", "copy.sqlite"), is: .output("30\n"))
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test(arguments: ["--output", "--store"])
  func `an empty path is a usage error`(option: String) async throws {
    let outcome = try await sandbox.run("export", option, "")
    #expect(outcome.status == 64)
    #expect(outcome.stderr.hasPrefix("error: \(option) takes the path of a file"))
  }

  @Test func `an unwritable file is reported`() async throws {
    try await expect(
      sandbox.run("export", "--output", "none/out"),
      is: .failure(73, "error: cannot write none/out: no such file or directory\n"))
    try await expect(
      sandbox.shell("boba export > /dev/full"),
      is: .failure(74, "error: cannot write the output: no space left on device\n"))
  }

  /// The system ends a program that writes more to a file than it may.
  @Test func `an export that is killed leaves nothing`() async throws {
    _ = try await sandbox.run("import", "-", stdin: Self.many)
    let names = try await sandbox.shell("ls")
    let killed = try await sandbox.shell("ulimit -c 0; ulimit -f 400; boba export --output out")
    #expect(killed.status != 0)
    try await expect(sandbox.shell("ls"), is: names)
    _ = try await sandbox.run("export", "--output", "out")
    try await expect(sandbox.shell("cat out"), is: sandbox.run("export"))
  }

  @Test func `an export does not follow planted files`() async throws {
    try sandbox.write("mine", to: "out.unfinished")
    _ = try await sandbox.run("export", "--output", "out")
    try await expect(
      sandbox.shell("cat out.unfinished; ls"), is: .output("minedata\nout\nout.unfinished\n"))
  }

  @Test func `an export replaces the file that a link of the user leads to`() async throws {
    try await expect(
      sandbox.shell(
        """
        mkdir folder; : >folder/old; ln -s old folder/link; ln -s folder/link out; ln -s new dangling
        boba export --output out; boba export --output dangling
        find . -path ./data -prune -o -path ./.runs -prune -o -type l -print | sort
        cmp folder/old new && grep -q CoCo new
        """), is: .output("./dangling\n./folder/link\n./out\n"))
  }

  @Test func `an export writes to the pipe that a link leads to`() async throws {
    try await expect(
      sandbox.shell(
        """
        mkfifo pipe; ln -s pipe link; (wc -l <pipe >lines) &
        boba export --format csv --output link; wait; cat lines
        boba export --format csv --output /dev/fd/1 | wc -l
        """), is: .output("31\n31\n"))
  }

  @Test func `an export to standard output by its path keeps what the file has`() async throws {
    try await expect(
      sandbox.shell(
        """
        echo first >file; boba export --format csv --output /dev/stdout >>file
        boba export --format csv --output /dev/fd/3 3>>file
        head -1 file; wc -l <file
        """), is: .output("first\n63\n"))
  }

  @Test(.enabled(if: geteuid() == 0), arguments: ["out", "out.unfinished"])
  func `an export does not write through a planted link`(name: String) async throws {
    try sandbox.write("mine", to: "target")
    _ = try await sandbox.shell("ln -s target \(name); chown -h 65534 \(name)")
    _ = try await sandbox.run("export", "--output", "out")
    #expect(try sandbox.read("target") == Data("mine".utf8))
    try await expect(sandbox.shell("grep -q CoCo out"), is: .output(""))
  }

  @Test func `an export keeps the mode of the file that it replaces`() async throws {
    try await expect(
      sandbox.shell(
        """
        umask 027; boba export --output new
        : >old; chmod 604 old; boba export --output old
        stat -c '%a' new old
        """), is: .output("640\n604\n"))
  }

  @Test func `an export to a full disk is reported and keeps the previous file`()
    async throws
  {
    try sandbox.write("mine", to: "out")
    _ = try await sandbox.run("import", "-", stdin: Self.many)
    try await expect(
      sandbox.shell("trap '' XFSZ; ulimit -f 400; boba export --output out"),
      is: .failure(74, "error: cannot write out: file too large\n"))
    try await expect(
      sandbox.shell("cat out; ls -A | grep fetchkit"), is: Outcome(status: 1, stdout: "mine"))
  }

  @Test func `an unfinished export is private`() throws {
    try sandbox.makeFolder("out")
    let path = sandbox.folder + "/out/venues.json"
    let file = try ExportFile(path, isNameless: false)
    file.output.write("[]")
    file.output.flush()
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder + "/out")
    #expect(names.count == 1 && names[0].hasPrefix(".fetchkit-private-"))
    try file.finish()
    #expect(try sandbox.read("out/venues.json") == Data("[]".utf8))
  }

  @Test func `GeoJSON has the columns as properties`() async throws {
    try await expect(
      sandbox.run("list", "--limit", "1", "--columns", "name", "--format", "geojson"),
      is: .output(
        """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"4bfaad735317a5931802037f","geometry":{"type":"Point",\
        "coordinates":[-73.989698,40.755854]},"properties":{"name":"Boi Noodles"}}]}

        """))
  }

  /// More than 200,000 bytes of every format.
  private static let many = (0..<2000).map { "{\"id\":\"k\($0)\",\"name\":\"Tea \($0)\"}\n" }
    .joined()

  private static let closed = """
    {"id":"c","name":"C","price":{"tier":2},"location":{"lat":1.5,"lng":-2,"distance":12.5},
     "categories":[{"id":"t","name":"Tea","primary":true}],"closed":true,
     "tips":[{"text":"Good","createdAt":1577836800,"agreeCount":3}]}
    """

  /// Names, notes and lists that every format has its trouble with.
  private static let difficult = #"""
    [{"id":"a","name":"'Quoted', \"twice\"","location":{"address":"=1+1","city":"New\nYork",
      "crossStreet":"@ \t tab","lat":0.1,"lng":-179.999,"cc":"US","country":"United States"},
      "categories":[{"id":"1","name":"A; B \\ C"},{"id":"2","name":"-D","primary":true}],
      "contact":{"phone":"+1 (212) 000"},"rating":7.25,"ratingSignals":12,"ratingColor":"00FF00",
      "photos":{"count":3},"menu":{"url":"http://m"},"venueChains":[{"name":"Chain"}],
      "createdAt":1262390400,"hours":{"status":"Open, until \"late\"","isOpen":true},
      "tips":{"items":[{"text":"; semi","createdAt":5},{"text":"=x","agreeCount":0},
        {"text":"line\r\nend \\"}]}, "specials":{"count":2},"timeZone":"America/New_York"},
     {"id":"b","name":"閉 🧋 &amp;amp; &lt;b&gt;","closed":true,"location":{"distance":0},
      "categories":[{"id":"1","name":"X &amp;amp; Y"}],"timeZone":"&amp;amp;","stats":{"tipCount":0,"checkinsCount":5}},
     {"fsq_id":"c","name":"-1","date_closed":"2024-02-29","verified":true,
      "menu":"=cmd","location":{"country":"=X","postcode":"\t-1"},"timezone":"@z",
      "chains":[{"name":"+k"}],"categories":[{"id":"n1"},{"id":"n2","name":"N"},{"id":"n3"}],
      "hours":{"display":"Mon &amp; Tue\nWed","regular":[{"day":7,"open":"2000","close":"0200"}]}},
     {"id":"e","name":"E &amp;lt;","location":{"city":"&amp;eacute; &lt;","state":"\rX"},
      "categories":[{"id":"only"}],"tips":[{"text":"&amp;amp;","lang":"en","likes":{"count":2}},{"text":"x"}],
      "specials":{"items":[{"title":"=1+1; \\","message":"a\nb","finePrint":"&amp;lt;","endAt":5},
        {"description":"\t'","startAt":1.5}]},"tags":["=x","; y","z"],"likes":{"count":0},
      "photos":{"groups":[{"items":[{"prefix":"http://a&amp;b/","suffix":";","width":1},
        {"prefix":"-","suffix":"","height":2}]}]},"description":"@ &amp;amp;",
      "popular":{"timeframes":[{"days":[7],"open":[{"start":"2200","end":"0200"}]}]},
      "contact":{"twitter":"@t","facebook":"f"},"price":{"tier":3,"currency":"€€"},
      "extras":"no, a text","=x":{"; ":["\\",1e999,-0.0,"\u202e\u001b","&amp;lt;\r\n\t'"],"":[null]},"stats":{"dup":1,"dup":2}},
     {"fsq_id":"f","name":"F","popularity":0.25,"store_id":"-7","date_refreshed":"2020-01-01",
      "location":{"neighborhood":["=N","M; &amp;"]},"chains":[{"id":"=c","name":"k"}],
      "categories":[{"id":"1","name":"A > B","parents":["=P &amp;amp;","Q"]}]},
     {"id":"d","name":"''","location":{"lat":40,"lng":-74}}]
    """#
}
