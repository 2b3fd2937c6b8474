import FetchKit
import Testing

struct Writer: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var born: Int?
  var house: ObjectReference<House>?
  var stories: [ObjectReference<Story>] = []
  var pass: ObjectReference<Pass>?

  init() {}

  init(_ name: String, born: Int? = nil, house: ObjectReference<House>? = nil) {
    self.name = name
    self.born = born
    self.house = house
  }

  static let entity = EntityDescription(
    Writer.self, name: "Writer",
    properties: [
      .attribute("name", \.name), .attribute("born", \.born),
      .toOne("house", \.house, inverse: "writers"),
      .toMany("stories", \.stories, inverse: "writer", deleteRule: .cascade),
      .toOne("pass", \.pass, inverse: "holder", deleteRule: .cascade),
    ])
}

struct Story: FetchableEntity {
  var objectID: ObjectID?
  var title = ""
  var price = 0.0
  var words: [String] = []
  var writer: ObjectReference<Writer>?
  var topics: [ObjectReference<Topic>] = []
  var chapters: [ObjectReference<Chapter>] = []

  init() {}

  init(
    _ title: String, price: Double = 0, words: [String] = [],
    by writer: ObjectReference<Writer>? = nil, about topics: [ObjectReference<Topic>] = []
  ) {
    self.title = title
    self.price = price
    self.words = words
    self.writer = writer
    self.topics = topics
  }

  static let entity = EntityDescription(
    Story.self, name: "Story",
    properties: [
      .attribute("title", \.title, hasNaturalOrder: true), .attribute("price", \.price),
      .toMany("words", \.words),
      .toOne("writer", \.writer, inverse: "stories"),
      .toMany("topics", \.topics, table: "story_topic", inverse: "stories"),
      .toMany(
        "chapters", \.chapters, inverse: "story", deleteRule: .cascade, orderedBy: "position"),
    ])
}

struct Topic: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var stories: [ObjectReference<Story>] = []

  init() {}

  init(_ name: String) { self.name = name }

  static let entity = EntityDescription(
    Topic.self, name: "Topic",
    properties: [
      .attribute("name", \.name), .toMany("stories", \.stories, inverse: "topics"),
    ])
}

struct Chapter: FetchableEntity {
  var objectID: ObjectID?
  var heading = ""
  var position: Int?
  var story: ObjectReference<Story>?

  init() {}

  init(_ heading: String) { self.heading = heading }

  static let entity = EntityDescription(
    Chapter.self, name: "Chapter",
    properties: [
      .attribute("heading", \.heading), .attribute("position", \.position),
      .toOne("story", \.story, inverse: "chapters"),
    ])
}

struct House: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var writers: [ObjectReference<Writer>] = []

  init() {}

  init(_ name: String) { self.name = name }

  static let entity = EntityDescription(
    House.self, name: "House",
    properties: [
      .attribute("name", \.name),
      .toMany("writers", \.writers, inverse: "house", deleteRule: .deny),
    ])
}

struct Pass: FetchableEntity {
  var objectID: ObjectID?
  var number = 0
  var holder: ObjectReference<Writer>?

  init() {}

  init(_ number: Int) { self.number = number }

  static let entity = EntityDescription(
    Pass.self, name: "Pass",
    properties: [
      .attribute("number", \.number), .toOne("holder", \.holder, inverse: "pass"),
    ])
}

/// A store of stories with all kinds of relationships.
struct Catalog {
  static let model = ManagedObjectModel(entities: [
    Writer.entity, Story.entity, Topic.entity, Chapter.entity, House.entity, Pass.entity,
  ])

  let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: Self.model)
    try store.write("Insert stories") { transaction in
      let ace: ObjectReference<House> = transaction.insert(House("Ace"))
      let herbert: ObjectReference<Writer> = transaction.insert(
        Writer("Herbert", born: 1920, house: ace))
      let lem: ObjectReference<Writer> = transaction.insert(Writer("Lem", born: 1921))
      transaction.insert(Writer("Nobody"))
      let sand: ObjectReference<Topic> = transaction.insert(Topic("sand"))
      let space: ObjectReference<Topic> = transaction.insert(Topic("space"))
      transaction.insert(
        Story("Dune", price: 9, words: ["spice"], by: herbert, about: [space, sand]))
      transaction.insert(Story("Dune Messiah", price: 12, by: herbert, about: [sand]))
      transaction.insert(
        Story("Solaris", price: 8, words: ["sea", "star"], by: lem, about: [space]))
      transaction.insert(Story("Beowulf", price: 3))
    }
  }

  func fetch<Element: FetchableEntity>(
    _ type: Element.Type, _ format: String? = nil, _ arguments: [any PredicateArgument] = [],
    sortedBy keys: [String] = [], prefetching keyPaths: [String] = []
  ) throws -> [Element] {
    var request = FetchRequest<Element>()
    request.predicate = try format.map { try FetchPredicate(format: $0, arguments: arguments) }
    request.sortDescriptors = keys.map { FetchSortDescriptor($0) }
    request.relationshipKeyPathsForPrefetching = keyPaths
    return try store.fetch(request)
  }

  func writer(_ name: String) throws -> Writer {
    try #require(fetch(Writer.self, "name == %@", [name]).first)
  }

  func story(_ title: String) throws -> Story {
    try #require(fetch(Story.self, "title == %@", [title]).first)
  }

  func titles(of references: [ObjectReference<Story>]) throws -> [String] {
    try store.objects(with: references.map(\.id), as: Story.self).map(\.title)
  }
}
