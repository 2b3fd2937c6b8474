internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// What a struct with `@Entity` declares.
struct EntityDeclaration {
  /// The access level of the struct with a space, such as `public `; empty for one that members have anyway.
  let access: String
  let hasObjectID: Bool
  /// Whether the struct has no `init()` that is as accessible as itself.
  let needsInitializer: Bool
  let name: ExprSyntax
  let table: ExprSyntax
  let identifier: ExprSyntax
  let indexes: ExprSyntax
  let uniquenessConstraints: ExprSyntax?
  let properties: [PropertyDeclaration]

  /// Reads a declaration and reports its problems to a context; nil when there are any.
  init?(
    _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax,
    in context: (any MacroExpansionContext)?
  ) {
    guard let type = declaration.as(StructDeclSyntax.self) else {
      context?.report(.notAStruct, at: node)
      return nil
    }
    if let parameters = type.genericParameterClause {
      context?.report(.generic, at: parameters)
      return nil
    }
    let members = type.memberBlock.members.map(\.decl)
    let declared = members.flatMap(PropertyDeclaration.all)
    access =
      type.modifiers.first { ["public", "package"].contains($0.name.text) }
      .map { "\($0.name.text) " } ?? ""
    hasObjectID = declared.contains { $0.name == "objectID" }
    let initializers = members.compactMap { $0.as(InitializerDeclSyntax.self) }
    needsInitializer =
      !initializers.contains { $0.signature.parameterClause.parameters.isEmpty }
      && (!access.isEmpty || !initializers.isEmpty)
    properties = declared.filter { $0.isStored && !$0.isTransient && $0.name != "objectID" }
    let arguments = node.arguments?.as(LabeledExprListSyntax.self)
    func argument(_ label: String) -> ExprSyntax? {
      arguments?.first { $0.label?.text == label }?.expression
    }
    name = argument("name") ?? "\(literal: type.name.text)"
    table = argument("table") ?? "nil"
    identifier = argument("identifier") ?? "nil"
    indexes = argument("indexes") ?? "[]"
    uniquenessConstraints = argument("uniquenessConstraints")
    let problems =
      properties.flatMap(\.problems)
      + unknownKeyPaths([identifier, indexes, uniquenessConstraints].compactMap(\.self))
    for (problem, place) in problems { context?.report(problem, at: place) }
    if !problems.isEmpty { return nil }
  }

  /// The key paths that no property has.
  private func unknownKeyPaths(_ expressions: [ExprSyntax]) -> [(EntityProblem, Syntax)] {
    let known = Set(properties.map(\.keyPath))
    return expressions.flatMap(texts).compactMap { text in
      // The attributes of an optional structure are not known here.
      guard let keyPath = text.representedLiteralValue, !known.contains(keyPath),
        !known.contains(String(keyPath.prefix { $0 != "." }))
      else { return nil }
      return (.unknownKeyPath(keyPath, known: known.sorted()), Syntax(text))
    }
  }

  /// The string literals of an expression.
  private func texts(_ expression: ExprSyntax) -> [StringLiteralExprSyntax] {
    if let text = expression.as(StringLiteralExprSyntax.self) { return [text] }
    return expression.as(ArrayExprSyntax.self)?.elements.flatMap { texts($0.expression) } ?? []
  }
}

/// A property of a struct with `@Entity`.
struct PropertyDeclaration {
  let name: String
  private let binding: PatternBindingSyntax
  private let declaration: VariableDeclSyntax
  private let attributes: [AttributeSyntax]

  /// The properties of the instances that a declaration declares.
  static func all(_ declaration: DeclSyntax) -> [PropertyDeclaration] {
    guard let declaration = declaration.as(VariableDeclSyntax.self),
      !declaration.modifiers.contains(where: { ["static", "lazy"].contains($0.name.text) })
    else { return [] }
    return declaration.bindings.map { binding in
      PropertyDeclaration(
        name: binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
          .trimmingBackquotes ?? "",
        binding: binding, declaration: declaration,
        attributes: declaration.attributes.compactMap { $0.as(AttributeSyntax.self) })
    }
  }

  var isTransient: Bool { attribute("Transient") != nil }

  /// Whether the property has storage: observers leave it, accessors replace it.
  var isStored: Bool {
    switch binding.accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let list):
      list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
  }

  private func attribute(_ name: String) -> AttributeSyntax? {
    attributes.first { $0.attributeName.trimmedDescription == name }
  }

  /// The arguments of `@Attribute` or `@Relationship`.
  private var arguments: [LabeledExprSyntax] {
    let marker = attribute("Attribute") ?? attribute("Relationship")
    return marker?.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
  }

  /// The key path in predicates.
  var keyPath: String {
    let name = arguments.first { $0.label?.text == "name" }?.expression
      .as(StringLiteralExprSyntax.self)?.representedLiteralValue
    return name ?? self.name
  }

  /// The description as source code.
  var description: String {
    let others = arguments.filter { $0.label?.text != "name" }.map {
      "\($0.label?.text ?? ""): \($0.expression.trimmedDescription)"
    }
    let all = [keyPath.quoted, "\\.\(name)"] + others
    return ".entityProperty(\(all.joined(separator: ", ")))"
  }

  /// Why the property cannot be stored, and where.
  var problems: [(EntityProblem, Syntax)] {
    var problems: [(EntityProblem, Syntax)] = []
    if name.isEmpty { return [(.pattern, Syntax(binding.pattern))] }
    if declaration.bindingSpecifier.tokenKind == .keyword(.let) {
      problems.append((.constant(name), Syntax(declaration.bindingSpecifier)))
    }
    if let type = binding.typeAnnotation?.type, Self.isUnsupported(type) {
      problems.append((.unsupportedType(name, type.trimmedDescription), Syntax(type)))
    } else if binding.initializer == nil, !isOptional {
      problems.append((.noDefault(name), Syntax(binding)))
    }
    return problems
  }

  private var isOptional: Bool {
    guard let type = binding.typeAnnotation?.type else { return false }
    return type.is(OptionalTypeSyntax.self)
      || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }

  /// Whether no value of a type can be stored, judged by how it is written.
  private static func isUnsupported(_ type: TypeSyntax) -> Bool {
    if let optional = type.as(OptionalTypeSyntax.self) {
      return isUnsupported(optional.wrappedType)
    }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first.map { isUnsupported($0.type) } ?? true
    }
    return type.is(FunctionTypeSyntax.self) || type.is(TupleTypeSyntax.self)
      || type.is(SomeOrAnyTypeSyntax.self) || type.is(MetatypeTypeSyntax.self)
      || type.as(AttributedTypeSyntax.self).map { isUnsupported($0.baseType) } ?? false
      || ["Any", "AnyObject"].contains(type.trimmedDescription)
  }
}

/// Why a declaration cannot be an entity.
enum EntityProblem: DiagnosticMessage {
  case notAStruct
  case generic
  case pattern
  case constant(String)
  case noDefault(String)
  case unsupportedType(String, String)
  case unknownKeyPath(String, known: [String])

  var message: String {
    switch self {
    case .notAStruct: "@Entity needs a struct, because fetched objects are values"
    case .generic: "an entity cannot be generic: declare a struct for each type"
    case .pattern: "declare each property of an entity by itself, not as a tuple"
    case .constant(let name):
      "'\(name)' cannot be read from the store: declare it with 'var', or mark it @Transient"
    case .noDefault(let name):
      "'\(name)' needs a default value, which objects have before their row is read"
    case .unsupportedType(let name, let type):
      "'\(name)' has the type '\(type)', which cannot be stored: mark it @Transient"
    case .unknownKeyPath(let keyPath, let known):
      "no property is stored as '\(keyPath)'; there are \(known.joined(separator: ", "))"
    }
  }

  var diagnosticID: MessageID { MessageID(domain: "FetchKitMacros", id: "entity") }

  var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
  fileprivate func report(_ problem: EntityProblem, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: node, message: problem))
  }
}

extension String {
  fileprivate var trimmingBackquotes: String {
    hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
  }

  fileprivate var quoted: String { "\"\(self)\"" }
}
