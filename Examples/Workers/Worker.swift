import FetchKit

/// A worker.
struct Worker: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var age = 0
  var sex: String?

  static let entity = EntityDescription(
    Worker.self, name: "Worker",
    properties: [
      .attribute("name", \.name), .attribute("age", \.age), .attribute("sex", \.sex),
    ])
}
