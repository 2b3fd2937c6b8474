import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import EntityMacro

/// What `@Entity` writes, and what it refuses.
struct EntityMacroTests {
  private static let macros: [String: MacroSpec] = [
    "Entity": MacroSpec(type: EntityMacro.self, conformances: ["FetchableEntity"]),
    "Attribute": MacroSpec(type: MarkerMacro.self),
    "Relationship": MacroSpec(type: MarkerMacro.self),
    "Transient": MacroSpec(type: MarkerMacro.self),
  ]

  /// The expanded source, and the diagnostics with their lines.
  private static func expand(_ source: String) -> (text: String, problems: [String]) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    let expanded = file.expand(
      macroSpecs: macros,
      contextGenerator: { BasicMacroExpansionContext(sharingWith: context, lexicalContext: [$0]) },
      indentationWidth: .spaces(2))
    let converter = SourceLocationConverter(fileName: "Test.swift", tree: file)
    let problems = context.diagnostics.map { diagnostic in
      "\(diagnostic.location(converter: converter).line): \(diagnostic.message)"
    }
    return (expanded.description.trimmingCharacters(in: .newlines), problems)
  }

  @Test func `properties become attributes and relationships`() {
    let result = Self.expand(
      """
      @Entity(identifier: "isbn", indexes: [["title"]], uniquenessConstraints: [["title", "price"]])
      public struct Book {
        var isbn = ""
        @Attribute(hasNaturalOrder: true) var title = ""
        @Attribute(name: "cost.net", column: "net") var price: Decimal = 0
        @Relationship(inverse: "books") var author: ObjectReference<Author>?
        var count = 0 { didSet { print(count) } }
        @Transient let note = ""
        static let shelf = 1
        var label: String { title }
      }
      """)
    #expect(
      result.problems == [
        "1: no property is stored as 'price'; there are author, cost.net, count, isbn, title"
      ])
  }

  @Test func `a public struct gets an initializer and public members`() {
    let result = Self.expand(
      """
      @Entity(identifier: "isbn", indexes: [["title"]])
      public struct Book {
        var isbn = ""
        @Attribute(hasNaturalOrder: true) var title = ""
        @Relationship(inverse: "books") var author: ObjectReference<Author>?
        var `class`: Int?
      }
      """)
    #expect(result.problems == [])
    #expect(
      result.text == """
        public struct Book {
          var isbn = ""
          var title = ""
          var author: ObjectReference<Author>?
          var `class`: Int?

          /// The identifier of the stored object; nil before it is inserted.
          public var objectID: ObjectID?

          /// Creates an object with the defaults of its properties.
          public init() {
          }
        }

        extension Book: FetchableEntity {
          /// The description of the entity.
          public static let entity = EntityDescription(
            Book.self, name: "Book", table: nil,
            properties: [
              .entityProperty("isbn", \\.isbn),
              .entityProperty("title", \\.title, hasNaturalOrder: true),
              .entityProperty("author", \\.author, inverse: "books"),
              .entityProperty("class", \\.class),
            ], identifier: "isbn", indexes: [["title"]])
        }
        """)
  }

  @Test(arguments: [
    (
      "@Entity class A { var a = 1 }",
      "1: @Entity needs a struct, because fetched objects are values"
    ),
    (
      "@Entity struct A<T> { var a = 1 }",
      "1: an entity cannot be generic: declare a struct for each type"
    ),
    (
      "@Entity struct A { let a = 1 }",
      "1: 'a' cannot be read from the store: declare it with 'var', or mark it @Transient"
    ),
    (
      "@Entity struct A {\n  var a: Int\n}",
      "2: 'a' needs a default value, which objects have before their row is read"
    ),
    (
      "@Entity struct A { var a: () -> Void = {} }",
      "1: 'a' has the type '() -> Void', which cannot be stored: mark it @Transient"
    ),
    (
      "@Entity struct A { var a: (Int, Int)? }",
      "1: 'a' has the type '(Int, Int)?', which cannot be stored: mark it @Transient"
    ),
    (
      "@Entity struct A { var (a, b) = (1, 2) }",
      "1: declare each property of an entity by itself, not as a tuple"
    ),
    (
      "@Entity(identifier: \"b\") struct A { var a = 1 }",
      "1: no property is stored as 'b'; there are a"
    ),
  ])
  func `what cannot be an entity is refused once`(source: String, problem: String) {
    #expect(Self.expand(source).problems == [problem])
  }

  @Test func `a struct with initializers of its own gets the one without arguments`() {
    let source = "@Entity struct A { var a = 1; init(a: Int) { self.a = a } }"
    #expect(Self.expand(source).text.contains("init() {"))
    let complete = "@Entity struct A { var a = 1; var objectID: ObjectID?; init() {} }"
    #expect(Self.expand(complete).text.components("init()").count == 2)
    #expect(!Self.expand("@Entity struct A { var a = 1 }").text.contains("init()"))
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
