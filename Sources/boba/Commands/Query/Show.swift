import ArgumentParser
import FetchKit
import Finder
import TerminalKit
import Venues

/// `boba show ID`: all data of one venue.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    "show", "Show all data of one venue.", usage: "<id>",
    example: "boba show 4bfaad735317a5931802037f --format json")

  @Argument(
    help: "Venue ID; `boba list --columns id,name` lists them.",
    completion: .stored(.venueIDs))
  var id: String

  @Option(name: .long, help: "Output format.") var format = TextFormat.text

  @Option(near: "Measure the distance from this place.")
  var near: Coordinate?

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let configuration = try storeOptions.configuration()
    let store = try storeOptions.access.open()
    let place = near ?? configuration.near
    let origin = place.map(Origin.place) ?? .asImported(nil)
    var request = FetchRequest<Venue>(entity: origin.entity)
    request.predicate = .comparison(.keyPath("id"), .equal, .constant(.string(id)))
    var isFound = false
    try store.forEachRow(request, of: ExportColumn.keyPaths) { row in
      isFound = true
      print(row, configuration.units)
      return false
    }
    guard isFound else { throw Failure(.failed, "no venue with ID '\(id)'") }
  }

  private func print(_ row: [RowCell], _ units: LengthUnits?) {
    switch format {
    case .text: VenueText(row: row, units: units).print()
    case .json:
      let columns = ExportColumn.all.map { column in
        RecordColumn(
          key: column.key, title: column.key, isDistance: column.key == "distance",
          isJSON: VenueField(key: column.key)?.format == .json, parts: column.parts)
      }
      StandardOutput.file.write { bytes in
        JSONRow(columns).write(row, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
  }
}

/// A venue as one line per value; `row` has the cells of `ExportColumn.keyPaths`.
private struct VenueText {
  private struct Line {
    let title: String
    let text: String

    init(_ title: String, _ text: String) { (self.title, self.text) = (title, text) }
  }

  let row: [RowCell]
  let units: LengthUnits?

  func print() {
    let lines = fields + paths + openings("Open", "openings") + lists + tips
    let width = lines.map { TextWidth.displayWidth(of: $0.title) }.max() ?? 0
    for line in lines {
      StandardOutput.print(TextWidth.padded(line.title, to: width) + "  " + line.text)
    }
  }

  /// The lines of a text below each other, the first beside the title.
  private func lines(_ title: String, _ cell: RowCell, _ column: RecordColumn) -> [Line] {
    guard case .text(let bytes) = cell else { return [Line(title, TableCell.text(cell, column))] }
    let texts = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return texts.enumerated().map { index, text in
      Line(index == 0 ? title : "", TextWidth.sanitized(String(text)))
    }
  }

  private var fields: [Line] {
    VenueField.all.enumerated().flatMap { index, field -> [Line] in
      if case .list(let elements) = row[index], elements.isEmpty { return [] }
      return row[index].isNull ? [] : lines(field.title, row[index], field.column(units))
    }
  }

  /// The paths of the categories.
  private var paths: [Line] {
    let column = RecordColumn(key: "path", title: "Path")
    return list("categories.path").filter { !$0.isNull }
      .map { Line(column.title, TableCell.text($0, column)) }
  }

  /// The texts of the tips, with a line for what else is known of each.
  private var tips: [Line] {
    let column = RecordColumn(key: "tip", title: "Tip")
    let facts = [
      ("tips.createdAt", ""), ("tips.agreeCount", " agree"), ("tips.likeCount", " likes"),
      ("tips.language", ""),
    ].map { (cells: list($0), unit: $1) }
    return list("tips.text").enumerated().flatMap { index, text in
      let known = facts.filter { !$0.cells[index].isNull }
        .map { TableCell.text($0.cells[index], column) + $0.unit }
      return lines(column.title, text, column)
        + (known.isEmpty ? [] : [Line("", known.joined(separator: " · "))])
    }
  }

  /// The other lists, the parts of an element separated by dots.
  private var lists: [Line] {
    VenueList.allCases.flatMap { list -> [Line] in
      if list == .popularHours { return openings(list.title, list.key) }
      let column = RecordColumn(key: list.key, title: list.title)
      let columns = list.keyPaths.map(self.list)
      return (columns.first ?? []).indices.map { index in
        let cells = columns.map { $0[index] }.filter { !$0.isNull }
        return Line(
          list.title, cells.map { TableCell.text($0, column) }.joined(separator: " · "))
      }
    }
  }

  private func openings(_ title: String, _ name: String) -> [Line] {
    zip(list("\(name).opens"), list("\(name).closes")).compactMap { opens, closes in
      guard case .integer(let start) = opens, case .integer(let end) = closes else { return nil }
      // The store may contain any number.
      let minute = (Int(start) % Opening.week + Opening.week) % Opening.week
      let opening = Opening(opens: Int(start), closes: Int(end))
      return Line(title, "\(Self.days[minute / Opening.day]) \(opening.hours)")
    }
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private func list(_ keyPath: String) -> [RowCell] {
    guard let index = ExportColumn.keyPaths.firstIndex(of: keyPath),
      case .list(let elements) = row[index]
    else { return [] }
    return Array(elements)
  }
}
