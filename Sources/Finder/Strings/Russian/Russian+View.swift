extension Russian {
  func name(of part: ViewPart) -> String {
    switch part {
    case .place: "место"
    case .search: "поиск"
    case .filter: "фильтр"
    case .order: "порядок"
    case .sections: "разделы"
    case .columns: "столбцы"
    case .selection: "отметки"
    }
  }

  var noViewToUndo: String { "список такой же, как в начале" }
  var noViewToRedo: String { nothingToRedo }

  func nothingToUndo(butView step: String, key: String) -> String {
    "\(nothingToUndo); \(key) вернёт: \(step)"
  }
}
