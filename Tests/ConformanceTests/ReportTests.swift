import Foundation
import Testing

@testable import fetchkit_conformance

/// The lines of the runner for a case of each kind.
@MainActor @Suite struct ReportTests {
  @Test func `each kind of case is run, and a wrong one is found`() throws {
    let url = try #require(
      Bundle.module.url(forResource: "sample", withExtension: "json", subdirectory: "Cases"))
    var report = Report()
    var lines: [String] = []
    report.run(try CaseFile(path: url.path)) { lines.append($0) }
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
        #"skip sample:unknown: no known kind of case has the keys ["color", "id"]"#,
        "skip sample:untyped: there is no form for $regex",
      ])
    #expect(report.summary == "23 passed, 4 failed, 2 skipped")
  }

  @Test func `an invalid case file gives the position of the error`() {
    let error = #expect(throws: CaseError.self) {
      try CaseFile(name: "x", bytes: Array("{\"a\": }".utf8))
    }
    #expect(error == CaseError("no JSON at byte 6"))
  }
}
