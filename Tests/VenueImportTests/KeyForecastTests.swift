import Testing

@testable import VenueImport

@Suite struct KeyForecastTests {
  @Test(arguments: 0..<20)
  func `what was read before changes nothing in what is read`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pool = Self.keys(seed % 2 == 0 ? 12 : 900)
    var practised = JSONScanner()
    for _ in 0..<200 {
      let text = Self.object(depth: 0, pool, &random)
      var fresh = JSONScanner()
      let expected = try Self.outline(text, &fresh)
      let outline = try Self.outline(text, &practised)
      #expect(outline == expected)
    }
  }

  @Test func `a key that only begins like the expected one is another key`() throws {
    var scanner = JSONScanner()
    let texts = [#"{"name":1}"#, #"{"names":1}"#, #"{"nam":1}"#, #"{"name\"":1}"#, #"{"":1}"#]
    for text in texts + texts {
      var fresh = JSONScanner()
      let expected = try Self.outline(text, &fresh)
      let outline = try Self.outline(text, &scanner)
      #expect(outline == expected)
    }
  }

  @Test func `a file that ends within an expected key is told as such`() throws {
    var scanner = JSONScanner()
    _ = try Self.outline(#"{"id":1,"crossStreet":2}"#, &scanner)
    for count in 1..<24 {
      let cut = String(#"{"id":1,"crossStreet":2}"#.prefix(count))
      #expect(throws: JSONFault.self) { try Self.outline(cut, &scanner) }
    }
  }

  /// Known keys, unknown ones, long ones, some with escapes.
  private static func keys(_ count: Int) -> [String] {
    (0..<count).map { number in
      let known = FieldName.spellings[number % FieldName.spellings.count].0
      return switch number % 5 {
      case 0, 1: known
      case 2: "k\(number)"
      case 3: String(repeating: "é", count: number % 20) + "\(number)"
      default: #"a\u0062\""# + "\(number)"
      }
    }
  }

  private static func object(
    depth: Int, _ pool: [String], _ random: inout SeededGenerator
  ) -> String {
    let members = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      let key = pool[Int.random(in: 0..<pool.count, using: &random)]
      return #""\#(key)":\#(value(depth: depth, pool, &random))"#
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func value(
    depth: Int, _ pool: [String], _ random: inout SeededGenerator
  ) -> String {
    switch Int.random(in: 0..<(depth < 3 ? 5 : 3), using: &random) {
    case 0: "1"
    case 1: "null"
    case 2: #""text""#
    case 3: object(depth: depth + 1, pool, &random)
    default:
      "[\(object(depth: depth + 1, pool, &random)),\(object(depth: depth + 1, pool, &random))]"
    }
  }

  /// Names and kinds of all values that a text is read as.
  private static func outline(_ text: String, _ scanner: inout JSONScanner) throws -> [String] {
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes += Array(repeating: 0, count: InputWindow.padding)
    return try bytes.withUnsafeBufferPointer { buffer in
      let start = try #require(buffer.baseAddress)
      let length = try scanner.scan(start, count: count, isFinal: true)
      let nodes = (0..<scanner.tape.storage.pointee.count).map { index in
        let node = scanner.tape.storage.pointee.nodes[index]
        return "\(node.name) \(node.kind) \(node.start) \(node.length) \(node.next)"
      }
      return ["\(length)"] + nodes
    }
  }
}
