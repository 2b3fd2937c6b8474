import FetchKit
import TerminalKit
import Venues

/// The words of the screens in Russian.
struct Russian: Strings {
  let figures: Figures

  init(_ units: LengthUnits = .metric) {
    figures = Figures(
      grouping: "\u{A0}", point: ",", units: units,
      unitNames: units == .metric
        ? Figures.UnitNames(short: " м", long: " км")
        : Figures.UnitNames(short: " фт", long: " ми"))
  }

  let appName = "Bubble Tea Finder"
  let allVenues = "все заведения"
  let noMatch = "Ничего не подходит"
  let noVenues = "Заведений пока нет"
  let importSome = "их приносит boba import ФАЙЛ"
  let unknownPrice = "цена неизвестна"
  let closedToo = "и закрытые"
  let then = "затем"
  let filters = "Фильтры"
  let price = "Цена"
  let mostPopular = "Самое нужное"
  let sortBy = "Порядок"
  let predicate = "Запрос"
  let none = "нет"
  let verified = "проверено"
  let closed = "закрыто насовсем"
  let isGone = "Этого заведения больше нет"
  let help = "Справка"
  let readOnly = "В хранилище нельзя писать"

  func imports(_ key: String) -> String { "\(key) берёт их из файла или папки" }

  func venues(_ count: Int) -> String { plural(count, "заведение", "заведения", "заведений") }

  func venues(_ count: Int, of total: Int) -> String {
    let noun = RussianNumber(total) == .one ? "заведения" : "заведений"
    return "\(figures.count(count)) из \(figures.count(total)) \(noun)"
  }

  func origin(_ origin: Origin, named name: String?) -> String {
    if let name { return "от \(name)" }
    guard let place = origin.coordinate else { return "расстояния из файла" }
    return "от \(figures.coordinate(latitude: place.latitude, longitude: place.longitude))"
  }

  func deals(_ count: Int) -> String { plural(count, "акция", "акции", "акций") }

  func tips(_ count: Int) -> String { plural(count, "совет", "совета", "советов") }

  func averageDistance(_ meters: Double) -> String { "в среднем \(figures.distance(meters))" }

  func closedHidden(_ count: Int) -> String { "скрыто закрытых: \(figures.count(count))" }

  func deletedElsewhere(_ name: String) -> String { "\(name): удалено другой программой" }

  func clearsTheFilter(_ key: String) -> String { "\(key) снимает фильтр" }

  func endsTheSearch(_ key: String) -> String { "\(key) заканчивает поиск" }

  func plural(_ count: Int, _ one: String, _ few: String, _ many: String) -> String {
    let noun =
      switch RussianNumber(count) {
      case .one: one
      case .few: few
      case .many: many
      }
    return "\(figures.count(count)) \(noun)"
  }

  func tooSmall(_ found: Size, wanted: Size) -> [String] {
    [
      "Терминал слишком мал",
      "нужно: \(wanted.columns)x\(wanted.rows)",
      "есть: \(found.columns)x\(found.rows)",
    ]
  }

  func failed(_ message: String) -> String { "ошибка: \(message)" }
}

extension Russian {
  var map: String { "Карта" }
  var you: String { "вы" }
  func walk(_ radius: String) -> String { "\(radius) пешком" }
  func withoutPlace(_ count: Int) -> String { "без места: \(figures.count(count))" }
  var noPlace: String { "где это, неизвестно" }

  func colors(_ theme: String) -> String { "цвета: \(theme)" }
  func opened(_ address: String) -> String { "открыто: \(address)" }

  func copied(_ address: String) -> String { "в буфере: \(address)" }

  func mouse(isOn: Bool) -> String {
    isOn ? "мышь включена: текст выделяется с shift" : "мышь отключена: выделяет сам терминал"
  }
}
