extension Russian {
  func hindrance(_ hindrance: DisabledReason, remedy key: String?) -> String {
    func remedy(_ before: String, _ behind: String) -> String {
      key.map { before + $0 + behind } ?? ""
    }
    return switch hindrance {
    case .listIsEmpty: "список пуст"
    case .listIsLoading: "список ещё загружается"
    case .nothingIsFiltered: "фильтра нет"
    case .nothingToLeave: "возвращаться не из чего" + remedy("; ", " завершит программу")
    case .filterStays: "фильтр остаётся" + remedy("; ", " снимет его")
    case .noLastFilter: "другого фильтра, чтобы вернуть, нет"
    case .noSections: "в списке нет разделов" + remedy("; ", " создаст их")
    case .noFiles: "файлы здесь недоступны"
    case .isFirst: "это первое"
    case .isLast: "это последнее"
    case .venueIsGone: "этого заведения больше нет"
    case .isTooNarrow: "место для этого есть от \(Placement.wide) столбцов"
    case .placeIsUnknown: "где это заведение, неизвестно"
    case .noOwnPlace: "где вы, неизвестно"
    case .nothingToChoose: "выбирать не из чего"
    case .nothingToComplete: "дополнять нечего"
    case .helpIsOpen: "справка уже открыта"
    case .questionIsOpen: "сначала ответьте на вопрос"
    }
  }
}
