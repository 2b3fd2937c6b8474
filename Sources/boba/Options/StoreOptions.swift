import ArgumentParser

/// The options that name the store and the config file.
struct StoreOptions: ParsableArguments {
  @Option("Store file (default: see `boba paths`).", value: "path", completion: .file())
  var store: String?

  @Option(
    "Config file (default: see `boba paths`).", value: "path",
    completion: .file(extensions: ["toml"]))
  var config: String?

  func validate() throws {
    guard store != "" else { throw ValidationError("--store takes the path of a file") }
  }

  var access: StoreAccess { StoreAccess(path: store) }

  /// The settings of the config file; prints a warning for each unknown key, and throws for invalid settings.
  func configuration() throws -> Configuration {
    let configuration = try Configuration.read(path: config)
    for warning in configuration.warnings { StandardError.print("warning: \(warning)") }
    guard let last = configuration.problems.last else { return configuration }
    for problem in configuration.problems.dropLast() { StandardError.print("error: \(problem)") }
    throw Failure(.badData, last)
  }
}

/// The output formats of commands that do not list venues.
enum TextFormat: String, ExpressibleByArgument, CaseIterable { case text, json }
