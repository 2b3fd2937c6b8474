import FetchKit
import Venues

/// Checks and repairs the store.
struct StoreCheckup {
  let options: StoreOptions
  let repairs: Bool
  var dropsTriggers = false
  var trustsTriggers = false
  let isCancelled: () -> Bool

  func findings() throws -> [Finding] {
    let findings = try failing {
      if repairs, try FetchStore.damage(at: path) != nil { return try salvage() }
      do {
        return try check(options.access.open())
      } catch let error as StoreError where error.code == .corrupt && repairs {
        // The disk may have failed for a moment only: damage is found again.
        return try checkAgain()
      }
    }
    let isAdvised = repairs || findings.allSatisfy(\.isOK) || findings.contains(Self.advice)
    return findings + (isAdvised || !isDamaged ? [] : [Self.advice])
  }

  private func checkAgain() throws -> [Finding] {
    do {
      return try check(options.access.open())
    } catch let error as StoreError where error.code == .corrupt {
      return try salvage()
    }
  }

  /// Whether the store is known to be damaged.
  private var isDamaged: Bool { (try? FetchStore.damage(at: path)) ?? nil != nil }

  private var path: String { options.store ?? PathTable().store }

  /// Returns the findings of a check, or its error as one.
  private func failing(_ check: () throws -> [Finding]) throws -> [Finding] {
    do {
      return try check()
    } catch let error as StoreError where error.code == .cancelled {
      throw error
    } catch let error as StoreError {
      return [bad(error.message, Failure.Code(error.code))]
    } catch {
      return [bad(ErrorText.sentence(error), ErrorText.code(error))]
    }
  }

  private func check(_ store: FetchStore) throws -> [Finding] {
    if dropsTriggers { try store.dropForeignTriggers() }
    if trustsTriggers { try TriggerTrust().accept(store) }
    if repairs {
      try TriggerTrust().check(store)
      try store.repair()
    }
    let problems = try store.problems()
    guard problems.isEmpty else {
      return problems.map { bad($0, .failed) } + (repairs ? [] : [Self.advice])
    }
    return try summary(store)
  }

  private func summary(_ store: FetchStore) throws -> [Finding] {
    let count = try store.count(FetchRequest<Venue>())
    let access = store.isReadOnly ? ", read only" : ""
    return [
      Finding(
        subject: "store",
        text: "\(store.path): \(Words.venues(count)), format \(FetchStore.formatVersion)\(access)"),
      Finding(subject: "SQLite", text: FetchStore.sqliteVersion),
    ] + foreign(try store.foreignObjects())
  }

  /// Foreign schema objects, which are not a problem as such.
  private func foreign(_ objects: [SchemaObject]) -> [Finding] {
    objects.map { object in
      let place = object.kind == .view ? "" : " on \(object.table)"
      let remedy =
        object.kind == .trigger
        ? "remove it with `boba doctor --drop-triggers`" : "replace it with `boba doctor --repair`"
      return Finding(
        subject: "schema",
        text:
          "\(object.kind.rawValue) '\(object.name)'\(place) was not created by boba; \(remedy)"
      )
    }
  }

  private func salvage() throws -> [Finding] {
    // Deleted bundled venues must not reappear.
    let report = try FetchStore.salvage(
      at: path, model: StoreAccess.model, metadata: [StoreAccess.seedKey: "no"],
      isCancelled: isCancelled)
    let tables = report.tables.map { table in
      let lost = table.lost.map { ", \($0) lost" } ?? ", the number of lost rows is unknown"
      return Finding(subject: "store", text: "\(table.name): \(table.saved) rows saved\(lost)")
    }
    let kept = Finding(subject: "store", text: "the damaged store is kept as \(report.damagedPath)")
    return try tables + [kept] + summary(options.access.open())
  }

  private static let advice = Finding(
    subject: "store", text: "repair it with `boba doctor --repair`", failure: .failed)

  private func bad(_ text: String, _ code: Failure.Code) -> Finding {
    Finding(subject: "store", text: text, failure: code)
  }
}

/// Checks the config file.
struct ConfigurationCheckup {
  let options: StoreOptions

  var finding: Finding {
    do {
      let configuration = try Configuration.read(path: options.config)
      let errors = configuration.problems + configuration.keymap.problems
      let problems = configuration.warnings + errors
      return Finding(
        subject: "config",
        text: problems.isEmpty
          ? options.config ?? PathTable().config : problems.joined(separator: "; "),
        failure: errors.isEmpty ? problems.isEmpty ? nil : .failed : .badData)
    } catch {
      return Finding(
        subject: "config", text: ErrorText.sentence(error), failure: ErrorText.code(error))
    }
  }
}
