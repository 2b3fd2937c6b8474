public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the members and the conformance of a struct with `@Entity`.
public struct EntityMacro {}

extension EntityMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let entity = EntityDeclaration(node, declaration, in: context) else { return [] }
    let id: DeclSyntax = """
      /// The identifier of the stored object; nil before it is inserted.
      \(raw: entity.access)var objectID: ObjectID?
      """
    let initializer: DeclSyntax = """
      /// Creates an object with the defaults of its properties.
      \(raw: entity.access)init() {}
      """
    return (entity.hasObjectID ? [] : [id]) + (entity.needsInitializer ? [initializer] : [])
  }
}

extension EntityMacro: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The members macro has reported the problems.
    guard let entity = EntityDeclaration(node, declaration, in: nil) else { return [] }
    let conformance = protocols.isEmpty ? "" : ": FetchableEntity"
    // An empty list would fit the initializer with key paths, too.
    let constraints = entity.uniquenessConstraints.map { ", uniquenessConstraints: \($0)" } ?? ""
    let written = try ExtensionDeclSyntax(
      """
      extension \(type.trimmed)\(raw: conformance) {
        /// The description of the entity.
        \(raw: entity.access)static let entity = EntityDescription(
          \(type.trimmed).self, name: \(entity.name), table: \(entity.table),
          properties: [
            \(raw: entity.properties.map { "\($0.description)," }.joined(separator: "\n      "))
          ], identifier: \(entity.identifier), indexes: \(entity.indexes)\(raw: constraints))
      }
      """)
    return [written]
  }
}

/// Marks a property for `EntityMacro`, which reads the attribute.
public struct MarkerMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
