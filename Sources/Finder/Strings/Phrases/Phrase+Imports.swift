extension Phrase {
  /// What imports say of files and of what is in them.
  nonisolated static let imports: [Phrase] = [
    Phrase("an array", "数组", "массив"), Phrase("a boolean", "布尔值", "да или нет"),
    Phrase("a value", "值", "значение"),
    Phrase("a key", "键", "ключ"),
    Phrase("a literal", "词", "слово"), Phrase("a record", "记录", "запись"),
    Phrase("a quoted cell", "带引号的单元格", "ячейка в кавычках"),
    Phrase("the end of the line", "行尾", "конец строки"), Phrase("byte {}", "字节 {}", "байт {}"),
    Phrase("expected {}, found {}", "应为{}，此处为{}", "нужно: {}, а здесь: {}"),
    Phrase("expected {} cells, found {}", "应有 {} 个单元格，此处为 {} 个", "ячеек нужно {}, а здесь {}"),
    Phrase(
      "expected an object or an array of venues, found {}", "应为对象或店铺数组，此处为{}",
      "нужен объект или массив заведений, а здесь: {}"),
    Phrase(
      "not venue data: neither JSON nor CSV with venue columns", "不是店铺数据：既不是 JSON，也不是带店铺列的 CSV",
      "это не данные о заведениях: ни JSON, ни CSV со столбцами заведений"),
    Phrase("'{}' or {}", "'{}' 或{}", "'{}' или {}"), Phrase("'{}'", "'{}'", "'{}'"),
    Phrase("{} in a string", "文本中有{}", "{} внутри текста"),
    Phrase("invalid escape sequence", "不是转义序列", "не экранирование"),
    Phrase("invalid number", "不是数字", "не число"), Phrase("invalid UTF-8", "不是 UTF-8", "не UTF-8"),
    Phrase(
      "more than {} values in one venue", "一家店的值超过 {} 个",
      "в одном заведении больше значений, чем {}"),
    Phrase(
      "more than {} cells in one line", "一行的单元格超过 {} 个", "в одной строке больше ячеек, чем {}"),
    Phrase(
      "unexpected end of file in {} that begins at {}", "文件结束时{}未完（始于{}）",
      "файл кончился внутри, не закончено: {} ({})"),
    Phrase("unexpected end of file in {}", "文件结束时{}未完", "файл кончился внутри, не закончено: {}"),
    Phrase("value longer than {} MB", "一个值超过 {} MB", "одно значение длиннее {} МБ"),
    Phrase("corrupt gzip data", "gzip 数据已损坏", "данные gzip повреждены"),
    Phrase("unexpected end of gzip data", "gzip 数据不完整", "данные gzip обрываются"),
    Phrase("cannot open folder {}: {}", "无法打开文件夹 {}：{}", "папка {} не открывается: {}"),
    Phrase(
      "no venue data in folder {}", "文件夹 {} 中没有店铺数据", "в папке {} нет данных о заведениях"),
    Phrase(
      "import canceled; nothing was changed", "导入已停止；没有任何更改",
      "импорт остановлен; ничего не изменено"),
    Phrase("cannot open {}: {}", "无法打开 {}：{}", "не открыть {}: {}"),
    Phrase("cannot read {}: {}", "无法读取 {}：{}", "не прочитать {}: {}"),
    Phrase("unexpected error: {}", "意外错误：{}", "непредвиденная ошибка: {}"),
    Phrase("cannot create the folder {}: {}", "无法新建文件夹 {}：{}", "не создать папку {}: {}"),
    Phrase(
      "line {}, column {} (byte {})", "第 {} 行第 {} 列，字节 {}", "строка {}, столбец {}, байт {}"),
    Phrase(
      "{}, check it with `boba doctor`", "{}；请用 `boba doctor` 检查",
      "{}; проверьте командой `boba doctor`"),
    Phrase("repeated id", "标识重复", "повтор ключа"),
    Phrase("bad line: {}", "此行有误：{}", "ошибка в строке: {}"),
    Phrase("no name", "没有名称", "нет названия"),
    Phrase("{} ({} times)", "{}（{} 次）", "{} (раз: {})"),
    Phrase("{} more warnings", "另有 {} 条警告", "ещё предупреждений: {}"),
    Phrase("the file is empty", "文件为空", "файл пуст"),
    Phrase(
      "not venue data: no venues and no name found", "不是店铺数据：没有店铺，也没有名称",
      "это не данные о заведениях: нет ни заведений, ни названия"),
    Phrase(
      "not JSON: this is an HTML or XML page", "这是 HTML 或 XML 页面，不是 JSON",
      "это страница HTML или XML, а не JSON"),
    Phrase(
      "API error response: code {}", "文件中是 API 错误，代码 {}", "в файле ошибка API, код {}"),
    Phrase(
      "invalid UTF-8 at byte {}: read as Windows-1252 from here on",
      "字节 {} 不是 UTF-8：此类字节按 Windows-1252 读取",
      "не UTF-8, байт {}: такие читаются как Windows-1252"),
    Phrase(
      "invalid UTF-16 at byte {}: replaced by U+FFFD",
      "字节 {} 处只有半个 UTF-16 字符：按 U+FFFD 读取",
      "половина знака UTF-16, байт {}: такие читаются как U+FFFD"),
    Phrase("coordinates out of range", "坐标超出范围", "координаты вне допустимых"),
    Phrase("0, 0 is treated as missing", "0, 0 不是位置", "0, 0 не место"),
    Phrase("must be between {} and {}", "必须在 {} 到 {} 之间", "должно быть от {} до {}"),
    Phrase("must not be negative", "不能为负", "не может быть меньше нуля"),
    Phrase(
      "expected a day with an opening and a closing time", "没有带两个时间的日期", "нет дня с двумя временами"
    ),
    Phrase("expected two minutes of the week, in order", "不是一周中的两个时间", "не два времени недели"),
    Phrase(
      "lone surrogate or NUL replaced by U+FFFD", "单独的代理项或 NUL，已换成 U+FFFD",
      "половина знака или NUL, заменено на U+FFFD"),
    Phrase("string longer than {} MB", "文本超过 {} MB", "текст длиннее {} МБ"),
    Phrase(
      "more than {} MB of text in one venue", "一家店的文本超过 {} MB",
      "в одном заведении больше текста, чем {} МБ"),
    Phrase("not a valid number", "不是可保存的数字", "не число, которое можно сохранить"),
    Phrase("not a valid integer", "不是可保存的整数", "не целое, которое можно сохранить"),
    Phrase("not a date", "不是日期", "не дата"),
    Phrase("not a point", "不是点", "не точка"),
  ]
}
