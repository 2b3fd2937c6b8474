import ArgumentParser

/// Which store.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The store file instead of the default one.", valueName: "path"))
  var store: String?

  var access: StoreAccess { StoreAccess(path: store) }
}
