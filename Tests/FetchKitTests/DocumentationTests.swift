import Foundation
import Testing

/// Every name that a client can write has a sentence.
struct DocumentationTests {
  /// Requirements of protocols, which are documented there.
  private static let requirements = [
    "attributeType", "attributeValue", "isOptional", "predicateExpression",
  ]

  @Test func `every public name is documented`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/FetchKit")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    #expect(names.count > 60)
    var silent: [String] = []
    for name in names {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      silent += Self.undocumented(in: text).map { "\(name): \($0)" }
    }
    #expect(silent == [])
  }

  @Test func `an undocumented name is found`() {
    let code = """
      /// An order.
      public enum Order {
        /// Up.
        case up
        case down
        case sideways(Int)

        @inlinable
        public var isUp: Bool { true }
      }
      enum Inner {
        case hidden
      }
      """
    #expect(
      Self.undocumented(in: code) == [
        "case down", "case sideways(Int)", "public var isUp: Bool { true }",
      ])
  }

  /// The lines that declare a public name without a doc comment above.
  private static func undocumented(in code: String) -> [String] {
    var silent: [String] = []
    var isDocumented = false
    /// The indentation of the enclosing public enum; nil outside.
    var enumIndent: Int?
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      let indent = line.count - text.count
      if text.hasPrefix("///") || text.hasPrefix("@") {
        isDocumented = isDocumented || text.hasPrefix("///")
        continue
      }
      if text.hasPrefix("}"), indent == enumIndent { enumIndent = nil }
      let isCase = text.hasPrefix("case ") && enumIndent.map { $0 + 2 == indent } == true
      if isCase || isDeclaration(text), !isDocumented { silent.append(String(text)) }
      if text.hasPrefix("public enum") || text.hasPrefix("public indirect enum") {
        enumIndent = indent
      }
      isDocumented = false
    }
    return silent
  }

  private static func isDeclaration(_ text: Substring) -> Bool {
    guard text.hasPrefix("public "), !text.hasPrefix("public import "),
      !text.hasPrefix("public extension ")
    else { return false }
    return !requirements.contains { text.contains(" \($0):") || text.contains("(\($0) value:") }
  }
}
