import ArgumentParser

/// Which store, and which settings.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The store file instead of the default one.", valueName: "path"),
    completion: .file())
  var store: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The config file instead of the default one.", valueName: "path"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  var access: StoreAccess { StoreAccess(path: store) }

  /// The settings of the config file; those that nobody knows are told.
  func configuration() throws -> Configuration {
    let file = ConfigurationFile(path: config)
    let (configuration, warnings) = try file.read()
    for warning in warnings { StandardError.print("warning: \(warning)") }
    return configuration
  }
}
