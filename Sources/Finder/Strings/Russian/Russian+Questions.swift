extension Russian {
  var overwritesTooMuch: String {
    "Импорт изменит слишком много, чтобы сохранить прежнее: вернуть его не получится."
  }
  var changesTooMuch: String {
    "Изменений слишком много, чтобы сохранить прежнее: вернуть его не получится."
  }

  func cannotBeUndone(_ why: String) -> Confirmation {
    Confirmation(
      title: "Это нельзя отменить", text: why, no: "Нет, оставить всё как есть",
      yes: "Да, изменить навсегда")
  }

  var quitAnyway: Confirmation {
    Confirmation(
      title: "Выйти?",
      text:
        "Файлы ещё читаются или пишутся. Выход остановит это, и ничего недоделанного не останется.",
      no: "Нет, остаться", yes: "Да, остановить и выйти")
  }

  var stillChanging: String { "изменение выполняется" }
}
