import FetchKit
import TerminalTestSupport
import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct FormattingTests {
  @Test(arguments: [
    ("bubble tea", 20, ["bubble tea"]),
    ("bubble tea", 9, ["bubble", "tea"]),
    ("a  b\n\nc", 9, ["a b", "", "c"]),
    ("noodlesoup", 4, ["nood", "leso", "up"]),
    ("日出茶太", 5, ["日出", "茶太"]),
    ("", 5, [""]),
    ("tea\u{1B}[31m", 20, ["tea[31m"]),
  ])
  func `text wraps between words`(text: String, columns: Int, lines: [String]) {
    #expect(TextWrap.lines(text, columns: columns) == lines)
  }

  @Test(arguments: [
    (0.0, "0 m"), (567, "567 m"), (999.4, "999 m"), (999.6, "1.0 km"), (1353, "1.4 km"),
    (12_345, "12.3 km"), (99_949, "99.9 km"), (99_950, "100 km"), (1_234_567, "1,235 km"),
  ])
  func `distances are short`(meters: Double, text: String) {
    #expect(Strings().format.distance(meters) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (2783, "2,783"), (1_234_567, "1,234,567"),
    (-2783, "-2,783"),
  ])
  func `thousands are grouped`(number: Int, text: String) {
    #expect(Strings().format.count(number) == text)
  }

  @Test func `tenths, radii and coordinates are formatted`() {
    let format = Strings().format
    #expect([8.25, 10, 0.04, -1.5].map(format.tenths) == ["8.3", "10.0", "0.0", "-1.5"])
    #expect([1e300, -.infinity, .nan].map(format.tenths) == ["1e+300", "-inf", "nan"])
    #expect([-1e300, .infinity].map(format.radius) == ["-1e+297 km", "inf km"])
    #expect([500, 750, 1000, 1500].map(format.radius) == ["500 m", "750 m", "1 km", "1.5 km"])
    let sydney = Coordinate(latitude: -33.9, longitude: 151.25)
    #expect(format.coordinate(sydney) == "-33.9000, 151.2500")
  }

  @Test func `counts of one use the singular`() {
    let strings = Strings()
    #expect(strings.venues(1) == "1 venue" && strings.venues(0) == "0 venues")
    #expect(strings.bubbleTeaPlaces(1) == "1 bubble tea place")
    #expect(strings.totalDeals(1, places: 1).first == "1 total deal at 1 place")
    #expect(strings.matching(1, of: 1) == "1 of 1 venue matches")
    #expect(strings.rating(7.96, votes: 1) == "8.0 of 10 (1 vote)")
    #expect(strings.visitorsAgree(1) == "1 visitor agrees")
  }

  @Test(arguments: [
    ("2123343536", "(212) 334-3536"), ("+12123343536", "+12123343536"),
    ("(212) 334-3536", "(212) 334-3536"), ("12345", "12345"),
  ])
  func `ten digits are formatted as a North American phone number`(number: String, text: String) {
    #expect(PhoneNumber.text(number) == text)
  }

  @Test(arguments: [
    ("Kung Fu Tea", "kung", [0, 1, 2, 3]),
    ("Café Boba", "cafe", [0, 1, 2, 3]),
    ("Boba Boba", "ob", [1, 2, 6, 7]),
    ("日出茶太", "茶", [2]),
    ("Kung Fu Tea", "fu  tea", [5, 6, 8, 9, 10]),
    ("Kung Fu Tea", "", []),
    ("Tea", "teapot", []),
    ("aaa", "aa", [0, 1, 2]),
  ])
  func `a search is highlighted in a name`(text: String, search: String, places: [Int]) {
    #expect(
      SearchMatch.characters(in: text, of: search.split(separator: " ").map(String.init)).sorted()
        == places)
  }

  @Test func `a line with two ends keeps the more important one`() {
    func line(_ columns: Int, prefersRight: Bool) -> String {
      var canvas = Canvas(size: Size(columns: columns, rows: 1))
      TitleLine(
        left: SpanLine("left side"), right: [SpanLine("right side"), SpanLine("right")],
        prefersRight: prefersRight
      ).draw(on: &canvas, in: canvas.bounds)
      return canvas.line(0)
    }
    #expect(line(24, prefersRight: false) == " left side   right side")
    #expect(line(19, prefersRight: false) == " left side   right")
    #expect(line(15, prefersRight: false) == " left side")
    #expect(line(8, prefersRight: false) == " left …")
    #expect(line(19, prefersRight: true) == "        right side")
    #expect(line(6, prefersRight: true) == " rig…")
  }
}
