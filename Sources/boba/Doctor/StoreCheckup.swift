import FetchKit
import Venues

/// Looks at the store, and makes derived data anew when asked to.
struct StoreCheckup {
  let options: StoreOptions
  let repairs: Bool
  var dropsTriggers = false
  var trustsTriggers = false

  var findings: [Finding] {
    do {
      return try check(options.access.open())
    } catch {
      return [bad(ErrorText.sentence(error), ErrorText.code(error))]
    }
  }

  private func check(_ store: Store) throws -> [Finding] {
    if dropsTriggers { try store.dropForeignTriggers() }
    if trustsTriggers { try TriggerTrust().accept(store) }
    if repairs {
      try TriggerTrust().check(store)
      try store.repair()
    }
    let problems = try store.problems()
    guard problems.isEmpty else { return problems.map { bad($0, .failed) } }
    let count = try store.count(FetchRequest<Venue>())
    let access = store.isReadOnly ? ", read only" : ""
    return [
      Finding(
        subject: "store",
        text: "\(store.path): \(Words.venues(count)), format \(Store.formatVersion)\(access)"),
      Finding(subject: "SQLite", text: Store.sqliteVersion),
    ] + foreign(try store.foreignObjects())
  }

  /// What somebody else added to the schema; that is no trouble in itself.
  private func foreign(_ objects: [SchemaObject]) -> [Finding] {
    objects.map { object in
      let place = object.kind == .view ? "" : " on \(object.table)"
      let hint = object.kind == .trigger ? "--drop-triggers removes" : "--repair replaces"
      return Finding(
        subject: "schema",
        text:
          "\(object.kind.rawValue) '\(object.name)'\(place) was not made by boba; boba doctor \(hint) it"
      )
    }
  }

  private func bad(_ text: String, _ code: Failure.Code) -> Finding {
    Finding(subject: "store", text: text, failure: code)
  }
}

/// Looks at the config file.
struct ConfigurationCheckup {
  let options: StoreOptions

  var finding: Finding {
    do {
      let (configuration, warnings) = try ConfigurationFile(path: options.config).read()
      _ = try configuration.keymap()
      return Finding(
        subject: "config",
        text: warnings.isEmpty
          ? options.config ?? PathTable().config : warnings.joined(separator: "; "),
        failure: warnings.isEmpty ? nil : .failed)
    } catch {
      return Finding(
        subject: "config", text: ErrorText.sentence(error), failure: ErrorText.code(error))
    }
  }
}
