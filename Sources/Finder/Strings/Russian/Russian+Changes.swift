import Venues

extension Russian {
  var sections: String { "Разделы" }
  var noSections: String { "Нет" }
  var columns: String { "Столбцы" }
  var goTo: String { "Перейти" }
  func goToRow(_ row: Int) -> String { "К строке \(figures.count(row))" }
  var nothingFound: String { "ничего не найдено" }

  func marked(_ count: Int) -> String { "отмечено: \(figures.count(count))" }

  func title(of sectioning: VenueSectioning) -> String {
    switch sectioning {
    case .price: "По цене"
    case .neighborhood: "По кварталу"
    case .city: "По городу"
    case .category: "По виду"
    case .letter: "По первой букве"
    case .rating: "По оценке"
    case .tips: "По советам"
    case .checkins: "По отметкам"
    case .distance: "По расстоянию"
    case .visitors: "По гостям"
    case .deals: "По акциям"
    case .favorite: "По избранному"
    case .state: "По региону"
    case .postalCode: "По индексу"
    case .country: "По стране"
    case .chain: "По сети"
    }
  }

  func title(of section: VenueSection) -> String {
    switch section {
    case .price(let level): level == .unknown ? unknownPrice : level.text
    case .text(let text): text
    case .signs: "0-9"
    case .otherLetters: "Другие буквы"
    case .distance(let from, nil): "\(figures.radius(from)) и дальше"
    case .distance(0, let to?): "Ближе \(figures.radius(to))"
    case .distance(let from, let to?): "От \(figures.radius(from)) до \(figures.radius(to))"
    case .number(let from, nil): "\(number(from)) и больше"
    case .number(0, let to?): "Меньше \(number(to))"
    case .number(let from, let to?): "От \(number(from)) до \(number(to))"
    case .deals(let count): deals(count)
    case .favorites(true): "Избранные"
    case .favorites(false): "Остальные"
    case .missing: "Неизвестно"
    }
  }

  private func number(_ value: Double) -> String {
    Int(exactly: value).map(figures.count) ?? figures.tenths(value)
  }

  func favoriteStep(_ isFavorite: Bool, _ name: String?, _ count: Int) -> String {
    "\(isFavorite ? "В избранное" : "Из избранного"): \(name ?? venues(count))"
  }

  func favored(_ isFavorite: Bool, _ name: String?, _ count: Int, undoKey: String?) -> String {
    let place = isFavorite ? "в избранном" : "больше не в избранном"
    return "\(place): \(name ?? venues(count))" + (undoKey.map { ", \($0) вернёт" } ?? "")
  }

  func noteStep(_ name: String) -> String { "Заметка: \(name)" }

  func deleteStep(_ name: String) -> String { "Удаление: \(name)" }

  func deleteStep(_ count: Int) -> String { "Удаление: \(venues(count))" }

  func deleted(_ name: String?, _ count: Int, undoKey: String?) -> String {
    "удалено: \(name ?? venues(count))" + (undoKey.map { ", \($0) вернёт" } ?? "")
  }

  func undone(_ step: String, redoKey: String?) -> String {
    "отменено: \(step)" + (redoKey.map { ", \($0) повторяет" } ?? "")
  }

  func redone(_ step: String) -> String { "повторено: \(step)" }

  var nothingToUndo: String { "отменять нечего" }
  var nothingToRedo: String { "повторять нечего" }

  func copied(_ count: Int) -> String { "скопировано: \(venues(count))" }
}
