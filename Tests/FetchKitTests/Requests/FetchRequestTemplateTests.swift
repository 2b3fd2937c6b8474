import FetchKit
import Testing

struct FetchRequestTemplateTests {
  private static func model() throws -> ManagedObjectModel {
    ManagedObjectModel(
      entities: [Worker.entity],
      fetchRequestTemplates: [
        "adults": FetchRequestTemplate(
          entityName: "Worker", predicate: try FetchPredicate(format: "age >= 18"),
          sortDescriptors: [FetchSortDescriptor("name")]),
        "older": FetchRequestTemplate(
          entityName: "Worker", predicate: try FetchPredicate(format: "age > $AGE AND sex == $SEX")),
      ])
  }

  private func store() throws -> FetchStore {
    let store = try FetchStore(path: ":memory:", model: Self.model())
    try store.write("Hire") { work in
      work.insert(Worker("Zoë", age: 36, sex: "female"))
      work.insert(Worker("Alan", age: 41, sex: "male"))
      work.insert(Worker("Tim", age: 12, sex: "male"))
    }
    return store
  }

  @Test func `a template of an entity that the model does not have is refused`() {
    let model = ManagedObjectModel(
      entities: [Worker.entity],
      fetchRequestTemplates: ["all": FetchRequestTemplate(entityName: "Wroker", predicate: nil)])
    #expect(
      StoreFailure { try model.validate() }
        == StoreFailure(
          .invalidModel, "the template 'all' is for 'Wroker', which is not in the model"))
  }

  @Test(arguments: [
    ("nmae == 'x'", "name", "unknown key 'nmae' in Worker, did you mean 'name'?"),
    ("name == $X AND aeg > $Y", "name", "unknown key 'aeg' in Worker, did you mean 'age'?"),
    ("name == $X", "nam", "unknown key 'nam' in Worker, did you mean 'name'?"),
    ("name == 'x'", "nam", "unknown key 'nam' in Worker, did you mean 'name'?"),
    ("name CONTAINS 5", "name", "CONTAINS needs a string, found a number"),
  ])
  func `a template that its entity cannot execute is refused`(
    format: String, sortKey: String, reason: String
  ) throws {
    let template = FetchRequestTemplate(
      entityName: "Worker", predicate: try FetchPredicate(format: format),
      sortDescriptors: [FetchSortDescriptor(sortKey)])
    let model = ManagedObjectModel(
      entities: [Worker.entity], fetchRequestTemplates: ["some": template])
    let failure = StoreFailure(.invalidModel, "the template 'some' is invalid: \(reason)")
    #expect(StoreFailure { try model.validate() } == failure)
    #expect(StoreFailure { try FetchStore(path: ":memory:", model: model) } == failure)
  }

  @Test(arguments: [
    "name CONTAINS $TEXT AND age BETWEEN $RANGE AND sex IN $LIST", "$PATH.length > 3",
    "SUBQUERY($LIST, $x, $x == name).@count > 0", "age > $AGE + 1 OR name.length == $N",
  ])
  func `a template may have variables anywhere`(format: String) throws {
    let template = FetchRequestTemplate(
      entityName: "Worker", predicate: try FetchPredicate(format: format))
    #expect(throws: Never.self) {
      try ManagedObjectModel(
        entities: [Worker.entity], fetchRequestTemplates: ["some": template]
      ).validate()
    }
  }

  @Test func `a template becomes a request by name`() throws {
    let request = try Self.model().fetchRequestTemplate(named: "adults", as: Worker.self)
    #expect(try store().fetch(request).map(\.name) == ["Alan", "Zoë"])
  }

  @Test func `changing a request leaves the template as it was`() throws {
    let model = try Self.model()
    var request = try model.fetchRequestTemplate(named: "adults", as: Worker.self)
    request.predicate = nil
    #expect(try store().fetch(request).count == 3)
    #expect(try model.fetchRequestTemplate(named: "adults", as: Worker.self).predicate != nil)
  }

  @Test func `variables are substituted`() throws {
    let request = try Self.model().fetchRequest(
      fromTemplate: "older", substituting: ["AGE": 20, "SEX": "male"], as: Worker.self)
    #expect(request.predicate?.predicateFormat == "age > 20 AND sex == \"male\"")
    #expect(try store().fetch(request).map(\.name) == ["Alan"])
  }

  @Test func `an unknown template and an unbound variable are errors`() throws {
    #expect {
      try Self.model().fetchRequestTemplate(named: "adult", as: Worker.self)
    } throws: {
      "\($0)" == "the model has no template named 'adult', did you mean 'adults'?"
    }
    #expect {
      try Self.model().fetchRequest(
        fromTemplate: "older", substituting: ["AGE": 20], as: Worker.self)
    } throws: {
      "\($0)" == "the variable $SEX of the template 'older' has no value"
    }
    #expect {
      try Self.model().fetchRequestTemplate(named: "adults", as: Album.self)
    } throws: {
      "\($0)" == "the template 'adults' is for Worker, not for Album"
    }
  }

  @Test func `an entity name is looked up when the request is executed`() throws {
    #expect(try store().count(FetchRequest<Worker>(entityName: "Worker")) == 3)
    #expect {
      try store().count(FetchRequest<Worker>(entityName: "Wrker"))
    } throws: {
      "\($0)" == """
        a request for objects of the entity 'Wrker' cannot return Worker, which the entity 'Worker' describes
        """
    }
  }
}
