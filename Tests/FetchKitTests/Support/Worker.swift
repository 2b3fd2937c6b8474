import FetchKit

/// A worker, as in the tutorials.
struct Worker: FetchableEntity, Hashable {
  var objectID: ObjectID?
  var name = ""
  var age = 0
  var sex: String?

  static let entity = EntityDescription(
    Worker.self, name: "Worker",
    properties: [
      .attribute("name", \.name, hasNaturalOrder: true),
      .attribute("age", \.age),
      .attribute("sex", \.sex),
    ])

  init() {}

  init(_ name: String, age: Int, sex: String?) {
    self.name = name
    self.age = age
    self.sex = sex
  }
}
