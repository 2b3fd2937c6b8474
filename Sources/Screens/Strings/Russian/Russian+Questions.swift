extension Russian {
  var cannotBeUndone: String { "Это нельзя отменить" }
  var overwritesTooMuch: String {
    "Импорт изменит слишком много, чтобы сохранить прежнее: вернуть его не получится."
  }
  var changesTooMuch: String {
    "Изменений слишком много, чтобы сохранить прежнее: вернуть его не получится."
  }
  var leaveAsItIs: String { "Нет, оставить всё как есть" }
  var goOnForGood: String { "Да, изменить навсегда" }
  var quitAnyway: String { "Выйти?" }
  var filesAreBusy: String {
    "Файлы ещё читаются или пишутся. Выход остановит это, и ничего недоделанного не останется."
  }
  var stay: String { "Нет, остаться" }
  var stillChanging: String { "изменение выполняется" }
  var stopAndQuit: String { "Да, остановить и выйти" }
}
