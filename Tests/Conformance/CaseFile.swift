import Foundation

/// A file of cases with shared data.
struct CaseFile {
  /// The name of the file without folder and extension.
  let name: String
  let cases: [JSON]
  /// The rows of all cases; nil when each case has its own.
  let rows: [JSON]?
  private let datasets: [String: JSON]

  init(path: String) throws(CaseError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CaseError("cannot read \(path)")
    }
    try self.init(
      name: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
      bytes: [UInt8](data))
  }

  init(name: String, bytes: [UInt8]) throws(CaseError) {
    let json = try JSONReader.value(of: bytes)
    guard let cases = json["cases"]?.elements else { throw CaseError("\(name) has no cases") }
    self.name = name
    self.cases = cases
    rows = json["rows"]?.elements
    guard case .object(let datasets) = json["datasets"] ?? .object([:]) else {
      throw CaseError("\(name): datasets is no object")
    }
    self.datasets = datasets
  }

  /// The rows of a dataset.
  func dataset(_ name: String) throws(CaseError) -> [JSON] {
    guard let rows = datasets[name]?.elements else {
      throw CaseError("there is no dataset '\(name)'")
    }
    return rows
  }
}

/// An error in a case or a case file.
struct CaseError: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }
}
