import Testing

@Suite struct ExplainTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `a filter is explained with its SQL and its plan`() async throws {
    let outcome = try await sandbox.run("explain", "--price", "1", "--deals", "--sort", "-rating")
    let text = outcome.stdout.replacing(#/"milliseconds":[0-9.]+/#, with: "TIME")
    #expect(
      text == """
        {"predicate":"priceInfo.tier IN {1} AND specialCount > 0 AND closed == 0",
         "sql":"SELECT pk FROM venue WHERE price_tier IN (?) AND special_count > ? AND closed = ? \
        ORDER BY rating DESC, id ASC",
         "bindings":[1,0,0],
         "plan":["SCAN venue","USE TEMP B-TREE FOR ORDER BY"],
         "engine":"SQLite",
         "reason":"the store has fewer than 50000 venues",
         "rows":6,
         TIME}

        """)
    #expect(outcome.status == 0)
  }
}
