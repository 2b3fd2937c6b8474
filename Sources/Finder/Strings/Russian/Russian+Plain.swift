import Venues

extension Russian {
  var plainGreeting: String { "Bubble Tea Finder, строка за строкой. Введите help для справки." }

  func plainList(_ parts: [String]) -> String { parts.joined(separator: ", ") }
  func plainSentence(_ text: String) -> String { text + "." }
  func plainFact(_ label: String, _ value: String) -> String { "\(label): \(value)" }

  func plainQuestion(_ mode: PlainFinder.Mode) -> String {
    switch mode {
    case .list: "Номер заведения или команда: "
    case .filter: "Номер фильтра, list или команда: "
    case .sort: "Номер порядка или команда: "
    case .saved: "Номер сохранённого фильтра или команда: "
    case .value(let blank):
      "\(valueWanted(blank.name, blank.use)), \(kind(of: blank.use)); "
        + "пустая строка отменит, quit завершит программу: "
    }
  }

  func plainUnknown(_ line: String) -> String {
    "Команды \(line) нет. Введите help для справки."
  }

  func plainNoNumber(_ number: Int) -> String { "Номера \(figures.count(number)) нет." }
  func plainWantsNumber(_ name: String) -> String { "После \(name) нужно число." }
  var plainNoMore: String { "Это всё." }
  var plainNoVenue: String { "Сначала выберите заведение по номеру." }
  var plainClears: String { "Введите clear, чтобы увидеть все заведения." }
  var plainNothingSaved: String {
    "Пока ничего не сохранено. Введите save и имя, чтобы сохранить фильтр."
  }
  func plainNoSaved(_ name: String) -> String { "Сохранённого фильтра \(name) нет." }

  func plainWantsValue(_ blank: PlainBlank) -> String {
    "Для \(blank.name) нужно значение: \(kind(of: blank.use)). "
      + "Пустая строка оставит всё как есть, quit завершит программу."
      + (blank.use.isText ? " Такое слово как значение берётся в кавычки." : "")
  }

  func plainMore(_ told: Int, of total: Int) -> String {
    "\(figures.count(told)) из \(figures.count(total)). Нажмите Enter, чтобы продолжить."
  }

  func plainLength(_ length: Figures.Length) -> String {
    let isMetric = figures.units == .metric
    switch length {
    case .short(let number):
      return isMetric
        ? plural(number, "метр", "метра", "метров") : plural(number, "фут", "фута", "футов")
    case .long(let number):
      return isMetric
        ? plural(number, "километр", "километра", "километров")
        : plural(number, "миля", "мили", "миль")
    case .part(let number): return "\(figures.tenths(number)) \(isMetric ? "километра" : "мили")"
    }
  }

  func plainWithin(_ length: Figures.Length) -> String { "ближе \(genitive(length))" }

  /// The form that "ближе" asks for.
  private func genitive(_ length: Figures.Length) -> String {
    let isMetric = figures.units == .metric
    return switch length {
    case .short(let number):
      isMetric
        ? plural(number, "метра", "метров", "метров") : plural(number, "фута", "футов", "футов")
    case .long(let number):
      isMetric
        ? plural(number, "километра", "километров", "километров")
        : plural(number, "мили", "миль", "миль")
    case .part: plainLength(length)
    }
  }

  func plainDirection(_ point: CompassPoint) -> String {
    let words: [Character: String] = ["N": "север", "E": "восток", "S": "юг", "W": "запад"]
    return "на " + point.rawValue.compactMap { words[$0] }.joined(separator: "-")
  }

  func plainAverage(_ text: String) -> String { "в среднем \(text)" }
  func plainRating(_ text: String) -> String { "оценка \(text) из 10" }

  func plainPrice(_ level: PriceLevel) -> String {
    level == .unknown ? unknownPrice : "цена \(level.rawValue) из 4"
  }

  func plainState(_ isOn: Bool) -> String { isOn ? "включено" : "отключено" }
  func plainShowing(_ filter: String) -> String { "Фильтр: \(filter)." }
  func plainSearched(_ words: String) -> String { "со словами \(words)" }
  func plainOrder(_ keys: String) -> String { "Порядок: \(keys)." }

  func plainKey(_ key: String, ascending: Bool) -> String {
    ascending ? key : "\(key) по убыванию"
  }

  func plainFavorite(_ name: String, _ isFavorite: Bool) -> String {
    isFavorite ? "\(name) теперь в избранном." : "\(name) больше не в избранном."
  }

  var plainIsFavorite: String { "в избранном" }
  var plainKind: String { "Вид" }
  var plainAddress: String { "Адрес" }
  var plainTown: String { "Город" }
  var plainPhone: String { "Телефон" }
  var plainSite: String { "Сайт" }
  var plainTip: String { "Совет" }
}

// MARK: - Commands

extension Russian {
  var plainHelpOnNumbers: String {
    "Число: всё о заведении; среди фильтров, порядков и сохранённых фильтров выбирает один из них."
  }

  func plainCommand(_ word: PlainWord) -> PlainCommandText {
    let unit = figures.units == .metric ? "метров" : "футов"
    return switch word {
    case .list: PlainCommandText("list", "список", help: "что показано, с первого заведения.")
    case .more: PlainCommandText("more", "ещё", help: "следующие заведения, как пустая строка.")
    case .next: PlainCommandText("next", "следующее", help: "всё о следующем заведении.")
    case .previous: PlainCommandText("previous", "предыдущее", help: "всё о предыдущем заведении.")
    case .filter: PlainCommandText("filter", "фильтр", help: "фильтры по номерам.")
    case .search:
      PlainCommandText(
        "search", "поиск", argument: "СЛОВА", help: "заведения с этими словами; без слов все.")
    case .category:
      PlainCommandText(
        "category", "вид", argument: "ИМЯ", help: "заведения этого вида; без имени все.")
    case .city:
      PlainCommandText(
        "city", "город", argument: "ИМЯ", help: "заведения этого города; без имени все.")
    case .rating:
      PlainCommandText(
        "rating", "оценка", argument: "ЧИСЛО", help: "с такой оценкой от 0 до 10 или выше.")
    case .within:
      PlainCommandText("within", "ближе", argument: "ЧИСЛО", help: "ближе стольких \(unit).")
    case .condition:
      PlainCommandText(
        "where", "условие", argument: "УСЛОВИЕ", help: "где оно верно: where rating > 7.")
    case .clear: PlainCommandText("clear", "снять", help: "без фильтра.")
    case .sort: PlainCommandText("sort", "порядок", help: "порядки по номерам.")
    case .save:
      PlainCommandText(
        "save", "сохранить", argument: "ИМЯ", help: "сохраняет фильтр и порядок под этим именем.")
    case .saved:
      PlainCommandText(
        "saved", "сохранённые", argument: "ИМЯ",
        help: "сохранённый фильтр по имени или номеру; без имени все.")
    case .forget:
      PlainCommandText(
        "forget", "забыть", argument: "ИМЯ",
        help: "удаляет сохранённый фильтр по имени или номеру.")
    case .near:
      PlainCommandText(
        "near", "рядом", argument: "МЕСТО",
        help: "расстояния оттуда: улица, название или два числа; без места как в начале.")
    case .favorite:
      PlainCommandText(
        "favorite", "избранное", help: "последнее названное в избранное или из него.")
    case .note:
      PlainCommandText(
        "note", "заметка", argument: "ТЕКСТ", help: "заметка о последнем названном заведении.")
    case .delete: PlainCommandText("delete", "удалить", help: "удаляет последнее названное.")
    case .undo: PlainCommandText("undo", "отменить", help: "отменяет последнее изменение.")
    case .redo: PlainCommandText("redo", "повторить", help: "повторяет его.")
    case .stats: PlainCommandText("stats", "числа", help: "сколько показано и суммы.")
    case .help: PlainCommandText("help", "справка", help: "эта справка.")
    case .quit: PlainCommandText("quit", "выход", help: "выйти из программы.")
    }
  }
}
