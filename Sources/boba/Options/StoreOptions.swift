import ArgumentParser

/// The options that name the store and the config file.
struct StoreOptions: ParsableArguments {
  @Option("Store file (default: see `boba paths`).", value: "path", completion: .file())
  var store: String?

  @Option(
    "Config file (default: see `boba paths`).", value: "path",
    completion: .file(extensions: ["toml"]))
  var config: String?

  var access: StoreAccess { StoreAccess(path: store) }

  /// The settings of the config file; prints a warning for each unknown key.
  func configuration() throws -> Configuration {
    let (configuration, warnings) = try Configuration.read(path: config)
    for warning in warnings { StandardError.print("warning: \(warning)") }
    return configuration
  }
}

/// The output formats of commands that do not list venues.
enum TextFormat: String, ExpressibleByArgument, CaseIterable { case text, json }
