import FetchKit

/// A bank whose clients read, transfer, undo and cancel at the same time, through two stores on one file.
///
/// Whatever they do, the sum of all accounts stays the same.
struct Server: Sendable {
  /// A read that saw another sum than that of the accounts when they were opened.
  struct WrongSum: Error {
    let found: FetchValue?
  }

  /// The numbers of operations by their results.
  struct Summary: Sendable {
    var done = 0
    var cancelled = 0
    /// Operations that another writer kept waiting for too long.
    var locked = 0
  }

  private static let accounts = 20
  private static let sum = FetchValue.integer(Int64(accounts) * 1000)

  private let stores: [FetchStore]

  /// Opens the accounts in a new file.
  init(path: String) async throws {
    let model = ManagedObjectModel(entities: [Account.entity])
    let first = try FetchStore(path: path, model: model)
    try await first.write("Open accounts") { transaction in
      for number in 1...Self.accounts {
        var account = Account()
        account.owner = "client \(number)"
        account.cents = 1000
        transaction.insert(account)
      }
    }
    stores = [first, try FetchStore(path: path, model: model)]
  }

  /// Serves requests until a number of operations has begun or a time is over, on Swift's own threads without a pool.
  func run(
    clients: Int, operations: Int, until end: ContinuousClock.Instant? = nil,
    on pool: ThreadPool? = nil
  ) async throws -> Summary {
    let tickets = Tickets(operations)
    return try await withThrowingTaskGroup(of: Summary.self) { group in
      for client in 0..<clients {
        group.addTask(executorPreference: pool) {
          var random = SplitMix(state: UInt64(client))
          var summary = Summary()
          while tickets.take(), end.map({ ContinuousClock.now < $0 }) ?? true {
            try await serve(&random, &summary, pool)
          }
          return summary
        }
      }
      return try await group.reduce(into: Summary()) { total, part in
        total.done += part.done
        total.cancelled += part.cancelled
        total.locked += part.locked
      }
    }
  }

  private func serve(_ random: inout SplitMix, _ summary: inout Summary, _ pool: ThreadPool?)
    async throws
  {
    let request = Request(&random, accounts: Self.accounts)
    let store = stores[Int.random(in: 0...1, using: &random)]
    let task = Task(executorPreference: pool) { try await Self.perform(request, store) }
    if Int.random(in: 0..<8, using: &random) == 0 {
      await Task.yield()
      task.cancel()
    }
    do {
      try await task.value
      summary.done += 1
    } catch is CancellationError {
      summary.cancelled += 1
    } catch let error as StoreError where error.code == .locked {
      summary.locked += 1
    }
  }
}

/// The operations that are left.
private final class Tickets: Sendable {
  private let count: Locked<Int>

  init(_ count: Int) { self.count = Locked(count) }

  /// Takes one; false when none is left.
  func take() -> Bool {
    count.withLock { count in
      count -= 1
      return count >= 0
    }
  }
}

/// What a client asks for.
private enum Request: Sendable {
  case sum, page, compare, object(ObjectID)
  case transfer(from: ObjectID, to: ObjectID, cents: Int)
  case failedTransfer(from: ObjectID)
  case lock, undo, redo

  init(_ random: inout SplitMix, accounts: Int) {
    func account() -> ObjectID {
      ObjectID(entityName: "Account", rowID: .random(in: 1...Int64(accounts), using: &random))
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: self = .sum
    case 4..<7: self = .page
    case 7..<9: self = .compare
    case 9..<11: self = .object(account())
    case 11..<15:
      self = .transfer(from: account(), to: account(), cents: .random(in: 1...99, using: &random))
    case 15: self = .failedTransfer(from: account())
    case 16: self = .lock
    case 17, 18: self = .undo
    default: self = .redo
    }
  }
}

// MARK: - Operations

extension Server {
  private static func perform(_ request: Request, _ store: FetchStore) async throws {
    switch request {
    case .sum: try check(try await store.dictionaries(total))
    case .page:
      var page = FetchRequest<Account>()
      page.sortDescriptors = [FetchSortDescriptor("cents", ascending: false)]
      page.fetchLimit = 10
      _ = try await store.fetch(page)
    case .compare:
      try await store.snapshot { snapshot in
        let cents = try snapshot.fetch(FetchRequest<Account>()).reduce(0) { $0 + $1.cents }
        guard .integer(Int64(cents)) == sum else { throw WrongSum(found: .integer(Int64(cents))) }
        try check(try snapshot.dictionaries(total))
      }
    case .object(let id): _ = try await store.object(with: id, as: Account.self)
    case .transfer(let payer, let payee, let cents):
      try await store.write("Transfer") { transaction in
        try transfer(cents, from: payer, to: payee, &transaction)
        try check(try transaction.dictionaries(total))
      }
    case .failedTransfer(let payer): try await fail(payer, store)
    case .lock:
      _ = try await store.perform(
        BatchUpdateRequest(entity: Account.entity, set: ["isLocked": .constant(true)]))
    case .undo:
      // The first change opened the accounts.
      let changes = try await store.history().count { !$0.isUndone }
      if changes > 10 { _ = try await store.undo() }
    case .redo: _ = try await store.redo()
    }
  }

  /// A request for the sum of all accounts.
  private static var total: FetchRequest<Account> {
    var request = FetchRequest<Account>()
    request.propertiesToFetch = [
      .expression(
        ExpressionDescription(
          name: "cents", expression: .function(.sum, [.keyPath("cents")]), resultType: .integer))
    ]
    return request
  }

  private static func check(_ totals: [[String: FetchValue]]) throws {
    guard totals.first?["cents"] == sum else { throw WrongSum(found: totals.first?["cents"]) }
  }

  private static func transfer(
    _ cents: Int, from payer: ObjectID, to payee: ObjectID,
    _ transaction: inout StoreTransaction
  ) throws {
    for (id, change) in [(payer, -cents), (payee, cents)] {
      guard let account = try transaction.object(with: id, as: Account.self) else { continue }
      var changed = account
      changed.cents += change
      transaction.update(changed, readAs: account, mergePolicy: .error)
    }
  }

  /// Takes money in a savepoint that is rolled back.
  private static func fail(_ payer: ObjectID, _ store: FetchStore) async throws {
    struct Refused: Error {}
    try await store.write("Transfer") { transaction in
      do {
        try transaction.savepoint { transaction in
          try transfer(
            500, from: payer, to: ObjectID(entityName: "Account", rowID: 0), &transaction)
          throw Refused()
        }
      } catch is Refused {}
      try check(try transaction.dictionaries(total))
    }
  }
}

/// A random number generator with a seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
