import FetchKit
import Venues

/// Prints venues as an answer of Foursquare's API, version 2; what Foursquare does not know is under `boba`.
struct FoursquarePrinter: RecordPrinter {
  private let output: DataOutput
  private var isFirst = true

  init(to output: DataOutput) { self.output = output }

  mutating func print(_ row: [RowCell]) {
    output.write { bytes in
      bytes.append(isFirst ? Self.start : ",\n")
      FoursquareVenue(row).write(to: &bytes)
    }
    isFirst = false
  }

  mutating func end() {
    output.write { bytes in
      if isFirst { bytes.append(Self.start) }
      bytes.append("]}}\n")
    }
  }

  private static let start: StaticString =
    "{\"meta\":{\"code\":200},\"response\":{\"venues\":[\n"
}
