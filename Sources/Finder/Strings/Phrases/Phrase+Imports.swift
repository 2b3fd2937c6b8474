extension Phrase {
  /// What imports say of files and of what is in them.
  nonisolated static let imports: [Phrase] = [
    Phrase("an array", "数组", "массив"), Phrase("a boolean", "布尔值", "да или нет"),
    Phrase("a text", "文本", "текст"), Phrase("a value", "值", "значение"),
    Phrase("a key", "键", "ключ"),
    Phrase("a word", "词", "слово"), Phrase("a record", "记录", "запись"),
    Phrase("a quoted cell", "带引号的单元格", "ячейка в кавычках"),
    Phrase("the end of the line", "行尾", "конец строки"), Phrase("the byte {}", "字节 {}", "байт {}"),
    Phrase("expected {}, found {}", "应为{}，此处为{}", "нужно: {}, а здесь: {}"),
    Phrase("expected {} cells, found {}", "应有 {} 个单元格，此处为 {} 个", "ячеек нужно {}, а здесь {}"),
    Phrase(
      "expected an object or an array of venues, found {}", "应为对象或店铺数组，此处为{}",
      "нужен объект или массив заведений, а здесь: {}"),
    Phrase("something that is not JSON", "不是 JSON 的内容", "что-то, а не JSON"),
    Phrase("',' or '{}'", "',' 或 '{}'", "',' или '{}'"),
    Phrase("{} inside a text", "文本中有{}", "{} внутри текста"),
    Phrase("not an escape sequence", "不是转义序列", "не экранирование"),
    Phrase("not a number", "不是数字", "не число"), Phrase("not UTF-8", "不是 UTF-8", "не UTF-8"),
    Phrase(
      "more values in one venue than {}", "一家店的值超过 {} 个",
      "в одном заведении больше значений, чем {}"),
    Phrase(
      "more cells in one line than {}", "一行的单元格超过 {} 个", "в одной строке больше ячеек, чем {}"),
    Phrase(
      "the file ends inside {} that began at line {}, column {} (byte {})",
      "文件结束时{}未完（始于第 {} 行第 {} 列，字节 {}）",
      "файл кончился внутри, не закончено: {} (строка {}, столбец {}, байт {})"),
    Phrase("the file ends inside {}", "文件结束时{}未完", "файл кончился внутри, не закончено: {}"),
    Phrase("one value is longer than {} MB", "一个值超过 {} MB", "одно значение длиннее {} МБ"),
    Phrase("the gzip data is damaged", "gzip 数据已损坏", "данные gzip повреждены"),
    Phrase("the gzip data ends too early", "gzip 数据不完整", "данные gzip обрываются"),
    Phrase("cannot open the folder {}", "无法打开文件夹 {}", "папка {} не открывается"),
    Phrase(
      "no venue data in the folder {}", "文件夹 {} 中没有店铺数据", "в папке {} нет данных о заведениях"),
    Phrase(
      "the import was stopped; nothing was changed", "导入已停止；没有任何更改",
      "импорт остановлен; ничего не изменено"),
    Phrase("cannot open {}: {}", "无法打开 {}：{}", "не открыть {}: {}"),
    Phrase("cannot read {}: {}", "无法读取 {}：{}", "не прочитать {}: {}"),
    Phrase("unexpected error: {}", "意外错误：{}", "непредвиденная ошибка: {}"),
    Phrase("cannot create the folder {}: {}", "无法新建文件夹 {}：{}", "не создать папку {}: {}"),
    Phrase("repeated id", "标识重复", "повтор ключа"),
    Phrase("bad line: {}", "此行有误：{}", "ошибка в строке: {}"),
    Phrase("no name", "没有名称", "нет названия"),
    Phrase("not an object but {}", "不是对象，而是{}", "не объект, а здесь: {}"),
    Phrase("{} ({} times)", "{}（{} 次）", "{} (раз: {})"),
    Phrase("{} more warnings", "另有 {} 条警告", "ещё предупреждений: {}"),
    Phrase("the file is empty", "文件为空", "файл пуст"),
    Phrase(
      "not venue data: no venues and no name found", "不是店铺数据：没有店铺，也没有名称",
      "это не данные о заведениях: нет ни заведений, ни названия"),
    Phrase(
      "this is an HTML or XML page, not JSON", "这是 HTML 或 XML 页面，不是 JSON",
      "это страница HTML или XML, а не JSON"),
    Phrase(
      "the file holds an API error, code {}", "文件中是 API 错误，代码 {}", "в файле ошибка API, код {}"),
    Phrase(
      "not UTF-8 at byte {}: such bytes are read as Windows-1252",
      "字节 {} 不是 UTF-8：此类字节按 Windows-1252 读取",
      "не UTF-8, байт {}: такие читаются как Windows-1252"),
    Phrase(
      "half a character of UTF-16 at byte {}: such are read as U+FFFD",
      "字节 {} 处只有半个 UTF-16 字符：按 U+FFFD 读取",
      "половина знака UTF-16, байт {}: такие читаются как U+FFFD"),
    Phrase("not a place on Earth", "不是地球上的位置", "нет такого места на Земле"),
    Phrase("0, 0 is no place", "0, 0 不是位置", "0, 0 не место"),
    Phrase("a negative distance", "距离为负", "расстояние меньше нуля"),
    Phrase("not from 0 to 10", "不在 0 到 10 之间", "не от 0 до 10"),
    Phrase("no day with two times", "没有带两个时间的日期", "нет дня с двумя временами"),
    Phrase("not a level from 1 to 4", "不是 1 到 4 的等级", "не уровень от 1 до 4"),
    Phrase("not two times of a week", "不是一周中的两个时间", "не два времени недели"),
    Phrase(
      "a lone surrogate or a NUL, replaced by U+FFFD", "单独的代理项或 NUL，已换成 U+FFFD",
      "половина знака или NUL, заменено на U+FFFD"),
    Phrase("a text longer than {} MB", "文本超过 {} MB", "текст длиннее {} МБ"),
    Phrase(
      "more text in one venue than {} MB", "一家店的文本超过 {} MB",
      "в одном заведении больше текста, чем {} МБ"),
    Phrase("not a number that can be kept", "不是可保存的数字", "не число, которое можно сохранить"),
    Phrase("not a whole number that can be kept", "不是可保存的整数", "не целое, которое можно сохранить"),
    Phrase("a negative count", "数量为负", "количество меньше нуля"),
    Phrase("not a date", "不是日期", "не дата"),
    Phrase("not a point", "不是点", "не точка"),
  ]
}
