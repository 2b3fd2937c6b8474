import FetchKit

/// A list of workers in sections by sex: one changes section, a section appears, a section dies.
@MainActor
enum Workers {
  static func run(say: @escaping (String) -> Void) throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") {
      $0.insert(Worker(name: "Ada", age: 36, sex: "female"))
      $0.insert(Worker(name: "Alan", age: 41, sex: "male"))
      $0.insert(Worker(name: "Jan", age: 29, sex: "female"))
    }
    let list = try WorkerList(store, say: say)
    show("The workers", list, say)

    try change("Jan", in: store) { $0.sex = "male" }
    show("Jan's record was wrong", list, say)

    try store.write("Hire") { $0.insert(Worker(name: "Kim", age: 33, sex: "other")) }
    show("Kim is hired", list, say)

    try change("Alan", in: store) { $0.age = 42 }
    show("Alan has a birthday", list, say)

    try change("Ada", in: store) { $0.sex = "male" }
    show("Ada's record was wrong, too", list, say)

    try change("Kim", in: store) { $0.sex = "female" }
    show("And Kim's", list, say)
  }

  private static func change(
    _ name: String, in store: FetchStore, _ edit: (inout Worker) -> Void
  ) throws {
    var request = FetchRequest<Worker>()
    request.predicate = try FetchPredicate(format: "name == %@", name)
    var workers = try store.fetch(request)
    for index in workers.indices { edit(&workers[index]) }
    try store.write("Change \(name)") { work in
      for worker in workers { work.update(worker) }
    }
  }

  private static func show(_ title: String, _ list: WorkerList, _ say: (String) -> Void) {
    say("\(title):")
    for section in list.sections {
      say(section.name)
      for line in section.lines { say(line) }
    }
  }
}
