import Venues

extension Russian {
  func title(of column: VenueColumn) -> String {
    switch column {
    case .name: "Название"
    case .price: "Цена"
    case .distance: "Расстояние"
    case .rating: "Оценка"
    case .tips: "Советы"
    case .checkins: "Отметки"
    case .deals: "Акции"
    case .neighborhood: "Квартал"
    case .city: "Город"
    case .category: "Вид"
    case .address: "Адрес"
    case .visitors: "Гости"
    case .note: "Заметка"
    }
  }

  func direction(_ point: CompassPoint) -> String {
    let letters: [Character: Character] = ["N": "С", "E": "В", "S": "Ю", "W": "З"]
    return String(point.rawValue.compactMap { letters[$0] })
  }

  func rating(_ rating: Double, votes: Int?) -> String {
    let text = "\(figures.tenths(rating)) из 10"
    return votes.map { "\(text) (\(plural($0, "голос", "голоса", "голосов")))" } ?? text
  }

  func label(of fact: VenueFact) -> String {
    switch fact {
    case .rating: "Оценка"
    case .checkins: "Отметки"
    case .visitors: "Гости"
    case .tips: "Советы"
    case .deals: "Акции"
    case .hours: "Часы"
    case .note: "Заметка"
    case .favorite: "Избранное"
    }
  }

  func visitorsAgree(_ count: Int) -> String {
    plural(count, "гость согласен", "гостя согласны", "гостей согласны")
  }
}
