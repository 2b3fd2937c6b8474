import FetchKit
import Foundation
import TestSupport
import Testing
import Venues

/// The lists of attributes in the documents, which `UPDATE_DUMPS=1` writes.
struct AttributeDocumentTests {
  @Test func `KeyPaths.md describes each attribute as its comment does`() throws {
    let comments = try PropertyComments(of: ["Venue", "Category"])
    let isCurrent = try GeneratedFile("Documentation/KeyPaths.md").isCurrent { text in
      let tables = text.matches(of: Self.keyPathTable).map { $0.patterns.split(separator: " ") }
      let fields = Dictionary(grouping: VenueField.attributes) { field in
        tables.joined().filter { Self.matches(field.keyPath, $0) }.max { $0.count < $1.count }
      }
      return try text.replacing(Self.keyPathTable) { match in
        let rows = try match.patterns.split(separator: " ").flatMap { fields[$0] ?? [] }
          .map { try row(of: $0, comments) }
        return """
          <!-- attributes: \(match.patterns) -->

          | key path | short name | type | meaning |
          |---|---|---|---|
          \(rows.joined(separator: "\n"))

          <!-- end -->
          """
      }
    }
    #expect(isCurrent)
  }

  @Test func `Store.md lists the column of each attribute`() throws {
    let isCurrent = try GeneratedFile("Documentation/Store.md").isCurrent { text in
      let types = try VenueField.attributes.map { try sqlType(of: attribute($0)) }
      let rows = try Set(types).sorted().map { type in
        let fields = zip(VenueField.attributes, types).filter { $0.1 == type }.map(\.0)
        let columns = try fields.map { "`\(try column(of: $0))`" }
        return "| \(columns.joined(separator: ", ")) | \(type) |"
      }
      return text.replacing(#/<!-- columns -->\n[^<]*<!-- end -->/#) { _ in
        """
        <!-- columns -->

        | columns | type |
        |---|---|
        \(rows.joined(separator: "\n"))

        <!-- end -->
        """
      }
    }
    #expect(isCurrent)
  }

  @Test func `Scale.md loads each attribute into another database`() throws {
    let isCurrent = try GeneratedFile("Documentation/Scale.md").isCurrent { text in
      let columns = try VenueField.attributes.map {
        "  \(loading($0)) AS \(try column(of: $0))"
      }
      return text.replacing(#/(?<start>CREATE TABLE venue AS SELECT pk,\n)[^;]*\nFROM line;/#) {
        "\($0.start)\(columns.joined(separator: ",\n"))\nFROM line;"
      }
    }
    #expect(isCurrent)
  }
}

// MARK: - Key paths

extension AttributeDocumentTests {
  /// A table of attributes after a comment with patterns of key paths, each of which takes the attributes that no
  /// longer pattern of the document matches.
  private static var keyPathTable: Regex<(Substring, patterns: Substring)> {
    #/<!-- attributes: (?<patterns>[^\n]*) -->\n[^<]*<!-- end -->/#
  }

  /// Whether a key path matches a pattern, in which `*` at either end is any text.
  private static func matches(_ keyPath: String, _ pattern: Substring) -> Bool {
    if pattern.hasSuffix("*") { return keyPath.hasPrefix(pattern.dropLast()) }
    return pattern.hasPrefix("*") ? keyPath.hasSuffix(pattern.dropFirst()) : keyPath == pattern
  }

  private func row(of field: VenueField, _ comments: PropertyComments) throws -> String {
    let missing = try attribute(field).isOptional ? "" : ", never missing"
    let comment = try #require(comments[field.keyPath], "\(field.keyPath) has no comment")
    return
      "| `\(field.keyPath)` | `\(field.key)` | \(name(of: field.type))\(missing) | \(comment) |"
  }

  private func name(of type: AttributeType) -> String {
    switch type {
    case .string: "text"
    case .integer: "integer"
    case .double: "number"
    case .boolean: "Boolean"
    case .date: "date"
    case .data: "data"
    }
  }
}

// MARK: - Columns

extension AttributeDocumentTests {
  private func attribute(_ field: VenueField) throws -> AttributeDescription {
    try #require(Venue.entity.attribute(forKeyPath: field.keyPath))
  }

  private func column(of field: VenueField) throws -> String {
    try #require(attribute(field).column)
  }

  private func sqlType(of attribute: AttributeDescription) -> String {
    let type =
      switch attribute.type {
      case .string: "TEXT"
      case .integer: "INTEGER"
      case .boolean: "INTEGER, a Boolean"
      case .double: "REAL"
      case .date: "REAL, a date"
      case .data: "BLOB"
      }
    return attribute.isOptional
      ? type
      : type.replacing("INTEGER", with: "INTEGER NOT NULL")
        .replacing("TEXT", with: "TEXT NOT NULL")
  }

  /// The expression of PostgreSQL that reads the attribute from a line of an export.
  private func loading(_ field: VenueField) -> String {
    let member = "(data->>'\(field.key)')"
    return switch field.type {
    case .string, .data: "\(member) COLLATE \"C\""
    case .integer: "\(member)::bigint"
    case .double: "\(member)::float8"
    case .boolean: "\(member)::boolean::integer"
    case .date: "extract(epoch FROM \(member)::timestamptz)::float8 - 978307200"
    }
  }
}

/// The comments of the properties of `Venue` by their key paths, without the final period.
private struct PropertyComments {
  private var comments: [String: String] = [:]

  /// Reads files of `Sources/Venues/Model`.
  init(of names: [String]) throws {
    for name in names {
      let file = GeneratedFile.package.appending(path: "Sources/Venues/Model/\(name).swift")
      var type = ""
      var comment: [Substring] = []
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let line = line.drop { $0 == " " }
        if line.hasPrefix("/// ") {
          comment.append(line.dropFirst(4))
          continue
        }
        if let found = line.firstMatch(of: #/struct (\w+)/#) {
          type =
            found.1 == "Venue" ? "" : found.1.prefix(1).lowercased() + found.1.dropFirst() + "."
        } else if let found = line.firstMatch(of: #/public var (\w+)/#), !comment.isEmpty {
          let text = comment.joined(separator: " ")
          comments[type + found.1] = text.hasSuffix(".") ? String(text.dropLast()) : text
        }
        comment = []
      }
    }
  }

  subscript(keyPath: String) -> String? { comments[keyPath] }
}
