import Foundation
import Testing

@testable import fetchkit_conformance

/// The lines of the runner for a case of each kind.
@MainActor @Suite struct ReportTests {
  @Test func `each kind of case is run, and a wrong one is found`() async throws {
    let url = try #require(
      Bundle.module.url(forResource: "sample", withExtension: "json", subdirectory: "Cases"))
    let report = Report()
    var lines: [String] = []
    await report.run(try CaseFile(path: url.path)) { lines.append($0) }
    #expect(
      lines == [
        "pass sample:row",
        "pass sample:bare (memory)",
        "pass sample:unlike",
        "pass sample:unread",
        "fail sample:wrong: got false, expected true",
        "pass sample:filter",
        "pass sample:filter-words (memory)",
        "fail sample:filter-wrong: got 2 from memory, expected 1",
        "pass sample:union (memory)",
        "pass sample:nil",
        "pass sample:nil-sort",
        "pass sample:value (memory)",
        "pass sample:function (memory)",
        "pass sample:no-function (memory)",
        "pass sample:set (memory)",
        "pass sample:tree",
        "pass sample:tree-values",
        #"fail sample:tree-wrong: got ["==", {"k": "a"}, {"c": 1}], expected ["==", {"k": "b"}, {"c": 1}]"#,
        "pass sample:count",
        "pass sample:refused",
        "pass sample:sum",
        "pass sample:order",
        "pass sample:move",
        "fail sample:move-wrong: got will; delete a [0, 0]>-; did, expected ",
        "pass sample:value-alone",
        "pass sample:equal-sets (memory)",
        "pass sample:from-to",
        "pass sample:expression (memory)",
        "pass sample:expression-error (memory)",
        "pass sample:no-predicate",
        "pass sample:empty",
        "pass sample:empty-section",
        "pass sample:emptied",
        "pass sample:foreign",
        "pass sample:foreign-group",
        unknown("unknown", #"no kind of case has the keys ["color", "id"]"#),
        unknown("unknown-key", #"unknown keys ["expcet"]"#),
        unknown("unknown-change", #"there is no such change: {"id": "a", "op": "paint"}"#),
        unknown("unknown-dialect", #"there is no such dialect: "Zebra""#),
        unknown("unknown-sort", #"a sort descriptor is [key, ascending], not ["cups", "down"]"#),
        unknown("unknown-type", #"there is no such type: "tall""#),
        unknown("unknown-offset", #"there is no such offset: "two""#),
        unknown("unknown-event", "there is no such indexPath: [0]"),
        unknown("unknown-number", #"there is no such count: "1""#),
        unknown("unknown-count", #"there is no such expectation: {"cuont": 1}"#),
        unknown("unchecked", "there is no expect"),
        unknown("untyped", "there is no form for $regex"),
      ])
    #expect(report.summary == "31 passed, 16 failed, 0 skipped")
  }

  private func unknown(_ id: String, _ why: String) -> String {
    "fail sample:\(id): got a case that is not understood: \(why), expected a known one"
  }

  @Test func `an invalid case file gives the position of the error`() {
    let error = #expect(throws: CaseError.self) {
      try CaseFile(name: "x", bytes: Array("{\"a\": }".utf8))
    }
    #expect(error == CaseError("no JSON at byte 6"))
  }
}
