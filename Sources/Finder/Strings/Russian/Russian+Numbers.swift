import Venues

extension Russian {
  var numbers: String { "Числа" }
  var palette: String { "Действия" }
  var messages: String { "Сообщения" }
  var nothingSaid: String { "сообщений не было" }
  var placePrompt: String { "Ваше место" }
  var placeOfStart: String { "Enter: место, что было вначале" }
  var placeHint: String { "координаты, название или улица" }
  var wrongPlace: String { "ничего не найдено; место задают и два числа: 40.7593, -73.9847" }

  func title(of column: StatisticsColumn) -> String {
    switch column {
    case .group: "Группа"
    case .count: "Мест"
    case .deals: "Акции"
    case .tips: "Советы"
    case .distance: "Расстояние"
    case .rating: "Оценка"
    }
  }

  func groups(_ count: Int) -> String { plural(count, "группа", "группы", "групп") }

  func placed(_ text: String) -> String { "расстояния считаются от \(text)" }
}
