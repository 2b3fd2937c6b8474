extension EntityDescription {
  /// Throws for a computed attribute that a store cannot compute, and for one of another type than its expression.
  func checkComputedTypes() throws {
    let compiler = PredicateCompiler(entity: self)
    for attribute in attributes where attribute.definition != nil {
      let kind: FetchValue.Kind
      do throws(FetchPredicateError) {
        kind = try compiler.attribute(attribute.keyPath, .unknown).kind
      } catch {
        throw StoreError(
          .invalidModel, "store.invalidDefinition",
          "the attribute '\(attribute.keyPath)' of the entity '\(name)' cannot be computed: \(error.errorMessage)"
        )
      }
      guard kind == .null || kind == FetchValue.Kind(attribute.type) else {
        throw StoreError(
          .invalidModel, "store.definitionType",
          "the attribute '\(attribute.keyPath)' of the entity '\(name)' has the type \(attribute.type.rawValue), and its expression gives \(kind.errorMessage)"
        )
      }
    }
  }
}

extension FetchRequestTemplate {
  /// Throws if the request cannot be executed for an entity, as far as that is known before variables have values.
  func check(for entity: EntityDescription) throws(FetchPredicateError) {
    var request = FetchRequest<FetchValue>(entity: entity)
    request.sortDescriptors = sortDescriptors
    if variables.isEmpty { request.predicate = predicate }
    _ = try FetchStatement(request.query, entity: entity).objectIDs()
    guard !variables.isEmpty, let predicate else { return }
    let compiler = PredicateCompiler(entity: entity)
    for keyPath in predicate.keyPaths.sorted() { try compiler.check(keyPath) }
  }
}

extension PredicateCompiler {
  /// Throws for a key path that is neither a value nor a collection.
  fileprivate func check(_ keyPath: String) throws(FetchPredicateError) {
    let expression = FetchExpression.keyPath(keyPath)
    if scope.marker(ofStructure: keyPath) != nil { return }
    guard let collection = try collection(of: expression) else {
      _ = try self.expression(expression)
      return
    }
    if collection.valueKeyPath != nil { _ = try elementValue(of: collection) }
  }
}
