extension Russian {
  var typeToFind: String { "начните вводить" }

  func asYouLeftIt(_ key: String?) -> String {
    key.map { "как вы оставили; \($0) снимает фильтр" } ?? "как вы оставили"
  }

  func firstHints(filter: String, search: String, help: String) -> String {
    "\(filter) фильтр, \(search) поиск, \(help) все клавиши"
  }

  var storeIsGone: String { "файла хранилища больше нет: изменения пропадут" }
  var distances: String { "расстояния" }
}
