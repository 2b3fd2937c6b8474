import ArgumentParser

/// `boba paths`.
struct Paths: ParsableCommand {
  static let configuration = CommandConfiguration(
    "paths", "Print the paths of the store, config, state and log.",
    example: "sqlite3 \"$(boba paths --format json | jq -r .store)\"")

  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() {
    let table = PathTable()
    let paths = [
      ("store", storeOptions.store ?? table.store), ("config", storeOptions.config ?? table.config),
      ("state", table.state), ("log", table.log),
    ]
    switch format {
    case .text:
      for (name, path) in paths {
        StandardOutput.print(name + String(repeating: " ", count: 8 - name.count) + path)
      }
    case .json:
      let members = paths.map { "\(JSON.string($0)):\(JSON.string($1))" }
      StandardOutput.print("{\(members.joined(separator: ","))}")
    }
  }
}
