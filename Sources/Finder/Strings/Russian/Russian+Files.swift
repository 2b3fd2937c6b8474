import VenueImport

extension Russian {
  var importing: String { "Импорт" }
  var importFrom: String { "Импорт из файла или папки" }

  func megabytes(_ bytes: Int, of total: Int?) -> String {
    let done = figures.tenths(Double(bytes) / 1e6)
    return total.map { "\(done) из \(figures.tenths(Double($0) / 1e6)) МБ" } ?? "\(done) МБ"
  }

  func rows(_ count: Int, perSecond rate: Int) -> String {
    "\(plural(count, "строка", "строки", "строк")), \(figures.count(rate)) в секунду"
  }

  func secondsLeft(_ seconds: Int) -> String { "осталось \(figures.count(seconds)) с" }

  func outcome(_ counts: ImportCounts) -> [String] {
    [
      ("новых", counts.inserted), ("изменено", counts.updated), ("без изменений", counts.unchanged),
      ("пропущено", counts.skipped),
    ].filter { $0.1 > 0 }.map { "\($0.0): \(figures.count($0.1))" }
  }

  func took(_ seconds: Double) -> String { "\(figures.tenths(seconds)) с" }

  func broughtBack(_ count: Int) -> String { "возвращено из удалённых: \(figures.count(count))" }

  func doubt(_ warning: ImportWarning) -> String {
    "понято не всё \(warning.location.line):\(warning.location.column): \(phrase(warning.message))"
  }

  func skippedRow(_ row: SkippedRow) -> String {
    "пропущено \(row.location.line):\(row.location.column): \(phrase(row.message))"
  }

  func problem(_ failure: ImportFailure) -> String {
    switch failure.kind {
    case .cancelled: "импорт остановлен; ничего не изменено"
    case .needsConsent: "изменений слишком много, чтобы их отменить; ничего не изменено"
    case .cannotOpen: phrase(failure.message, behind: "не открывается: ")
    case .badData: phrase(failure.message, behind: "ошибка в данных: ")
    case .cannotCreate, .cannotWrite: phrase(failure.message, behind: "нельзя записать: ")
    case .locked: phrase(failure.message, behind: "хранилище занято: ")
    }
  }

  func exportAs(_ what: String) -> String { "Экспорт, \(what)" }

  func exportTo(_ format: String) -> String { "Записать \(format) в файл" }

  func shownVenues(_ count: Int) -> String { "что показано: \(venues(count))" }

  func markedVenues(_ count: Int) -> String { "что отмечено: \(venues(count))" }

  var existsAlready: String { "файл уже есть; Enter запишет поверх" }

  func written(_ count: Int, to path: String) -> String { "записано в \(path): \(venues(count))" }

  var pathWanted: String { "нужен путь к файлу" }

  func importing(_ name: String) -> String { "импорт \(name)" }

  func exporting(_ name: String) -> String { "запись \(name)" }

  var importWaits: String { "импорт ждёт ответа" }
  var exportStopped: String { "экспорт остановлен; ничего не записано" }

  func tellsMore(_ key: String) -> String { "\(key) подробнее" }
}
