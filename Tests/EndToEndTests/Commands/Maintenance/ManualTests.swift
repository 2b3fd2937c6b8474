import Foundation
import Testing

@Suite struct ManualTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `every command has a page`() async throws {
    try await expect(sandbox.run("manual", "man"), is: .output(""))
    let help = try await sandbox.run("--help").stdout
    let commands = help.matches(of: #/\n  ([a-z]+) .*[A-Z]/#).map { String($0.1) }
    #expect(commands.count > 15)
    let pages = try await sandbox.shell("ls man").stdout.split(separator: "\n").map(String.init)
    for command in commands { #expect(pages.contains("boba-\(command).1")) }
    #expect(pages.contains("boba.1") && pages.contains("boba-filters-save.1"))
  }

  @Test func `a page has the text of the help`() async throws {
    _ = try await sandbox.run("manual", "man")
    let page = String(decoding: try sandbox.read("man/boba-backup.1"), as: UTF8.self)
    #expect(
      page.replacing(#/boba \d+\.\d+\.\d+/#, with: "VERSION") == #"""
        .TH "BOBA-BACKUP" 1 "" "VERSION" "Bubble Tea Finder"
        .SH NAME
        boba\-backup \- back up the store, even while it is in use
        .SH SYNOPSIS
        \fBboba backup\fR <file> [<options>]
        .SH DESCRIPTION
        Back up the store, even while it is in use.
        .SH "ARGUMENTS"
        .TP
        \fIfile\fR
        Output file; must not exist.
        .SH "OPTIONS"
        .TP
        \fB\-\-allow\-damaged\fR
        Back up the store even if it is damaged.
        .TP
        \fB\-\-store\fR \fIpath\fR
        FetchStore file (default: see \(gaboba paths\(ga).
        .TP
        \fB\-\-config\fR \fIpath\fR
        Config file (default: see \(gaboba paths\(ga).
        .TP
        \fB\-\-version\fR
        Show the version.
        .TP
        \fB\-h\fR, \fB\-\-help\fR
        Show help information.
        .SH EXAMPLE
        .nf
        boba backup "$HOME/venues\-$(date +%F).sqlite"
        .fi
        .SH "EXIT STATUS"
        0 success, 1 failure, 64 usage error, 65 invalid data, 66 missing input, 73 or 74 cannot write, 75 store locked, 128 + N signal N.
        .SH "SEE ALSO"
        \fBboba\fR(1)

        """#)
  }

  @Test func `the page of the program lists the keys of the finder`() async throws {
    _ = try await sandbox.run("manual", "man")
    let page = String(decoding: try sandbox.read("man/boba.1"), as: UTF8.self)
    let section =
      page.components(separatedBy: ".SH KEYS\n").last?
      .components(separatedBy: ".SH ").first ?? ""
    let listed = section.components(separatedBy: ".TP\n").dropFirst().map { entry in
      let plain = entry.replacing(#/\\fB|\\fR|\\&/#, with: "")
        .replacing("\\-", with: "-").replacing("\\(aq", with: "'")
      return plain.components(separatedBy: "\n").prefix(2).joined(separator: "|")
    }
    let document = try String(
      contentsOfFile: Program.package + "/Documentation/Keys.md", encoding: .utf8)
    let rows = document.matches(of: #/\| (`.*`) \| (.*) \| (.*) \| `.*` \|/#).map { row in
      String(row.1.replacing("` `", with: ", ").replacing("`", with: "") + "|\(row.2) (\(row.3))")
    }
    #expect(rows.count > 60)
    #expect(listed == rows)
  }
}
