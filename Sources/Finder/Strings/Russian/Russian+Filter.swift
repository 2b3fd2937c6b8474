import Venues

extension Russian {
  func chosen(_ toggle: ToggleFilter, radius: Double) -> String {
    switch toggle {
    case .deals: "с акцией"
    case .walking: "ближе \(figures.radius(radius))"
    case .tips: "с советами"
    case .favorites: "избранное"
    }
  }

  func ratingAtLeast(_ rating: Double) -> String { "оценка от \(figures.tenths(rating))" }

  var openNow: String { "открыто сейчас" }

  func sortKey(_ keyPath: String) -> String {
    switch SortChoice(keyPath: keyPath).sort {
    case .name: "название"
    case .distance: "расстояние"
    case .price: "цена"
    case .rating: "оценка"
    case .tips: "советы"
    case .checkins: "отметки"
    case .deals: "акции"
    case nil: sortKey(ofColumn: keyPath)
    }
  }

  func matching(_ count: Int, of total: Int) -> String { "подходит \(venues(count, of: total))" }

  func bubbleTeaPlaces(_ count: Int) -> String {
    plural(count, "место с бабл-ти", "места с бабл-ти", "мест с бабл-ти")
  }

  func title(of toggle: ToggleFilter) -> String {
    switch toggle {
    case .deals: "С акцией"
    case .walking: "Можно дойти пешком"
    case .tips: "С советами гостей"
    case .favorites: "Избранное"
    }
  }

  func totalDeals(_ deals: Int, places: Int) -> [String] {
    let noun = RussianNumber(places) == .one ? "месте" : "местах"
    let sum = self.deals(deals)
    return ["\(sum) в \(figures.count(places)) \(noun)", sum]
  }

  func lessThan(_ meters: Double) -> String { "< \(figures.radius(meters))" }

  func title(of sort: SortOption) -> String {
    switch sort {
    case .nameAscending: "Название (А-Я)"
    case .nameDescending: "Название (Я-А)"
    case .distance: "Расстояние"
    case .price: "Цена"
    case .rating: "Оценка"
    case .tips: "Советы"
    case .checkins: "Отметки"
    case .deals: "Акции"
    case .key(let keyPath): sortKey(keyPath).capitalizedFirst
    }
  }

  var more: String { "Ещё" }

  func title(of field: FilterField) -> String {
    switch field {
    case .category: "Вид"
    case .city: "Город"
    case .search: "Поиск"
    case .condition: "Условие"
    }
  }

  func hint(for field: FilterField) -> String {
    switch field {
    case .category, .city: "начните вводить"
    case .search: "слова"
    case .condition: "например, rating > 7"
    }
  }

  func bringsBack(_ key: String, _ filter: String) -> String { "\(key) вернёт: \(filter)" }
}
