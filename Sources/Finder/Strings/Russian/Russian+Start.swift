extension Russian {
  var typeToFind: String { "начните вводить" }

  func asYouLeftIt(_ key: String?) -> String {
    key.map { "как вы оставили; \($0) снимает фильтр" } ?? "как вы оставили"
  }

  func firstHints(filter: String?, search: String?, help: String?) -> String {
    [
      filter.map { "\($0) фильтр" }, search.map { "\($0) поиск" },
      help.map { "\($0) все клавиши" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  var storeIsGone: String { "Файла хранилища больше нет: изменить ничего нельзя" }
  var storeWasReplaced: String { "Другая программа заменила хранилище: открыто новое" }
  var distances: String { "расстояния" }
}
