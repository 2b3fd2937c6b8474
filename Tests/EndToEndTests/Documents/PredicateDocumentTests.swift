import Testing
import Venues

@testable import FetchKit

@Suite struct PredicateDocumentTests {
  @Test func `every predicate of the documentation compiles to its SQL`() throws {
    let blocks = try FencedBlocks(of: "Documentation/Predicates.md").blocks(in: "predicate", "sql")
    #expect(blocks.count >= 20 && blocks.count.isMultiple(of: 2))
    for index in stride(from: 0, to: blocks.count - 1, by: 2) {
      let format = blocks[index].lines.joined(separator: "\n")
      let written = blocks[index + 1].lines.joined(separator: " ")
        .replacing(#/\s+/#, with: " ")
      #expect(try sql(format) == written)
    }
  }

  private func sql(_ format: String) throws -> String {
    let compiler = PredicateCompiler(entity: Venue.entity)
    let fragment = try compiler.filter(FetchPredicate(format: format))
    let values = fragment.bindings.map(text).joined(separator: ", ")
    return fragment.sql + (values.isEmpty ? "" : " -- \(values)")
  }

  private func text(_ value: FetchValue) -> String {
    if case .string(let text) = value { return "'\(text)'" }
    return value.integerValue.map(String.init) ?? "\(value)"
  }
}
