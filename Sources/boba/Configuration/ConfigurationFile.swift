import Foundation

/// The config file: the one that is named, else the default one, which may be missing.
struct ConfigurationFile {
  /// The path given by hand; nil for the default.
  let path: String?

  /// The settings, and what was not understood.
  func read() throws -> (Configuration, warnings: [String]) {
    let location = path ?? PathTable().config
    guard path != nil || FileManager.default.fileExists(atPath: location) else {
      return (Configuration(), [])
    }
    guard let text = String(data: try data(location), encoding: .utf8) else {
      throw Failure(.badData, "\(location) is not UTF-8")
    }
    let reader = try ConfigurationReader(text, file: location)
    return (reader.configuration, reader.warnings)
  }

  private func data(_ location: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(filePath: location))
    } catch {
      let reason = ErrorText.systemReason(error)
      throw Failure(.noInput, "cannot read the config file \(location): \(reason)")
    }
  }
}
