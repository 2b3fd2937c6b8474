extension Phrase {
  /// What FetchKit, SQLite and the system say of stores and files.
  nonisolated static let stores: [Phrase] = [
    Phrase("the store", "存储", "хранилище"),
    Phrase(
      "{} is locked by another program, try again later", "{}被其他程序占用，请稍后再试",
      "{}: занято другой программой, попробуйте позже"),
    Phrase(
      "{} was moved or deleted while it was open", "{}在打开期间被移动或删除",
      "{}: перемещено или удалено, пока было открыто"),
    Phrase(
      "{} cannot be changed: no write permission", "无法更改{}：没有写入权限",
      "{}: изменить нельзя, нет прав на запись"),
    Phrase("the system does not say why", "系统未说明原因", "система не сообщает причину"),
    Phrase("{} is damaged", "{}已损坏", "{}: повреждено"),
    Phrase(
      "{} is damaged, check it with `boba doctor`", "{}已损坏，请用 `boba doctor` 检查",
      "{}: повреждено, проверьте командой `boba doctor`"),
    Phrase(
      "no space left on the disk that holds {}", "{}所在的磁盘已满", "нет места на диске, где {}"),
    Phrase("{} is not an SQLite database", "{}不是 SQLite 数据库", "{}: не база данных SQLite"),
    Phrase(
      "a value is too large for SQLite", "有值超出 SQLite 的限制", "значение слишком велико для SQLite"),
    Phrase("another row has the same {}", "已有另一行的 {} 相同", "в другой строке такое же {}"),
    Phrase("a rule of the store does not hold", "违反了存储的规则", "нарушено правило хранилища"),
    Phrase("SQLite failed with code {}", "SQLite 出错，代码 {}", "ошибка SQLite, код {}"),
    Phrase(
      "'{}' cannot be {}: another program added a {} with the id '{}', delete it first",
      "'{}' 不能{}：其他程序添加了标识相同的 {}（'{}'），请先删除",
      "'{}' не {}: другая программа добавила {} с тем же ключом '{}', сначала удалите"),
    Phrase(
      "cannot read the saved filters: {}; restore a backup of the store, or remove the entry client.filters from its table fetchkit_metadata",
      "无法读取已存的筛选：{}；请恢复存储的备份，或从表 fetchkit_metadata 删除 client.filters",
      "не прочитать сохранённые фильтры: {}; верните копию хранилища или удалите запись client.filters из таблицы fetchkit_metadata"
    ),
    Phrase("interrupted", "已中断", "прервано"), Phrase("stopped", "已停止", "остановлено"),
    Phrase("out of memory", "内存不足", "не хватает памяти"),
    Phrase("{} {} is no longer in the store", "{} {} 已不在存储中", "{} {} больше нет в хранилище"),
    Phrase("{} does not describe {}", "{} 与 {} 不符", "{} не описывает {}"),
    Phrase(
      "another program has the store open", "其他程序正在使用存储", "хранилище открыто другой программой"),
    Phrase("nothing in it can be read", "其中没有可读的内容", "в нём ничего не прочесть"),
    Phrase("the copy cannot be completed", "无法完成副本", "копию не завершить"),
    Phrase("not a regular file", "不是普通文件", "это не обычный файл"),
    Phrase("not a store of this program", "不是此程序的存储", "не хранилище этой программы"),
    Phrase(
      "another program created the store meanwhile", "其他程序同时创建了存储",
      "тем временем хранилище создала другая программа"),
    Phrase("{}: file exists", "{}：文件已存在", "{}: файл уже есть"),
    Phrase("cannot write {}: {}", "无法写入 {}：{}", "нельзя записать {}: {}"),
    Phrase("cannot write {}", "无法写入 {}", "нельзя записать {}"),
    Phrase("the file", "文件", "файл"),
    Phrase("a value does not fit the column {}", "有值不符合列 {}", "значение не подходит столбцу {}"),
    Phrase(
      "{} does not consist of pages of {} bytes", "{} 不由 {} 字节的页组成", "{} не из страниц по {} байт"),
    Phrase(
      "another program wrote to the store meanwhile", "其他程序同时写入了存储",
      "тем временем в хранилище писала другая программа"),
    Phrase("the new store has no table {}", "新存储没有表 {}", "в новом хранилище нет таблицы {}"),
    Phrase("{} has no identifier to import by", "{} 没有可用于导入的标识", "у {} нет ключа для импорта"),
    Phrase("cannot register the function {}", "无法注册函数 {}", "функция {} не подключается"),
    Phrase(
      "sections by '{}' need a sort descriptor for '{}' first, found {}",
      "按 '{}' 分组须先按 '{}' 排序，此处为 {}",
      "для разделов по '{}' нужен прежде всего порядок по '{}', а здесь: {}"),
    Phrase("none", "没有", "ничего"),
    Phrase(
      "the section '{}' of '{}' comes in two places: {}", "分组 '{}'（'{}'）出现在两处：{}",
      "раздел '{}' ('{}') встречается дважды: {}"),
    Phrase(
      "the store has format {}, this program reads formats up to {}: use the newer program that wrote it",
      "存储的格式为 {}，此程序最高读 {}：请用写入它的新版程序",
      "формат хранилища {}, эта программа читает до {}: нужна новая"),
    Phrase(
      "the file is an SQLite database of another program", "文件是其他程序的 SQLite 数据库",
      "это база SQLite другой программы"),
    Phrase(
      "'{}' cannot be {}: what it changed was too much to keep", "'{}' 不能{}：更改太多，未能保留",
      "'{}' не {}: изменений было слишком много"),
    Phrase("undone", "撤销", "отменить"), Phrase("redone", "重做", "повторить"),
    Phrase(
      "this cannot be undone: it overwrites more than the {} MB that can be kept",
      "此操作无法撤销：覆盖超过可保留的 {} MB",
      "это нельзя будет отменить: меняется больше {} МБ"),
    Phrase(
      "this cannot be undone: it changes {} MB, {} MB can be kept", "此操作无法撤销：更改 {} MB，可保留 {} MB",
      "это нельзя будет отменить: меняется {} МБ, хранится {} МБ"),
    Phrase("{} has no attribute '{}'", "{} 没有属性 '{}'", "у {} нет ключа '{}'"),
    Phrase(
      "a row left the store without a line in its change log", "有一行未经记录就离开了存储",
      "строка исчезла из хранилища без записи в журнале"),
    Phrase(
      "the store was written by another version and cannot be changed here", "存储由其他版本写入，此处不能更改",
      "хранилище записано другой версией, здесь его не изменить"),
    Phrase(
      "the store {} was replaced by another file while it was open: nothing was written, open it again",
      "存储 {} 打开期间被其他文件替换：未写入任何内容，请重新打开",
      "хранилище {} заменили другим файлом, пока оно было открыто: ничего не записано, откройте его снова"
    ),
    Phrase(
      "the store {} cannot be changed: no write permission", "存储 {} 不能更改：没有写入权限",
      "хранилище {} нельзя изменить: нет прав на запись"),
    Phrase(
      "another program changes the store {} while it is read: try again later",
      "其他程序在读取期间更改存储 {}：请稍后重试",
      "другая программа меняет хранилище {} во время чтения: повторите позже"),
    Phrase(
      "the store {} has changes in {}-wal that only a user who can write them can bring in: open it once as its owner",
      "存储 {} 在 {}-wal 中有更改，只有能写入的用户才能合并：请以所有者身份打开一次",
      "у хранилища {} есть изменения в {}-wal, внести их может только тот, кто вправе писать: откройте его один раз от имени владельца"
    ),
    Phrase("cannot create the store {}: {}", "无法创建存储 {}：{}", "не удалось создать хранилище {}: {}"),
    Phrase("the undo history is damaged: {}", "撤销历史已损坏：{}", "история изменений повреждена: {}"),
    Phrase(
      "change {} names columns that {} does not have", "更改 {} 含有 {} 没有的列",
      "изменение {} называет столбцы, которых нет в {}"),
    Phrase(
      "change {} inserted rows {} to {}", "更改 {} 插入了第 {} 至 {} 行",
      "изменение {} вставило строки с {} по {}"),
    Phrase(
      "cannot set up the connection to the store", "无法设置与存储的连接",
      "соединение с хранилищем не настраивается"),
    Phrase("unexpected schema: {}", "意外的表结构：{}", "неожиданная схема: {}"),
    Phrase("table '{}' is missing", "缺少表 '{}'", "нет таблицы '{}'"),
    Phrase(
      "'{}' is a view, expected a table", "'{}' 是视图，应为表", "'{}' — представление, а нужна таблица"),
    Phrase("'{}' is not an ordinary table", "'{}' 不是普通表", "'{}' — не обычная таблица"),
    Phrase(
      "column '{}' of table '{}' is missing", "缺少列 '{}'（表 '{}'）", "нет столбца '{}' в таблице '{}'"),
    Phrase(
      "column '{}' of table '{}' is generated", "列 '{}'（表 '{}'）是生成列",
      "столбец '{}' таблицы '{}' вычисляется"),
    Phrase(
      "column '{}' of table '{}' is {}, expected {}", "列 '{}'（表 '{}'）是 {}，应为 {}",
      "столбец '{}' таблицы '{}': {}, а нужен {}"),
    Phrase("the model has no entity named '{}'", "没有名为 '{}' 的实体", "нет вида данных '{}'"),
    Phrase(
      "an object without an identity cannot be updated, insert it first", "没有标识的对象须先插入",
      "объект без ключа сначала надо вставить"),
    Phrase("the model has no template named '{}'", "没有名为 '{}' 的模板", "нет шаблона '{}'"),
    Phrase(
      "the model has no template named '{}', did you mean '{}'?", "没有名为 '{}' 的模板，是否指 '{}'？",
      "нет шаблона '{}'; может быть, '{}'?"),
    Phrase(
      "the template '{}' is for {}, not for {}", "模板 '{}' 用于 {}，而非 {}",
      "шаблон '{}' для {}, а не для {}"),
    Phrase(
      "the variable ${} of the template '{}' has no value", "变量 ${}（模板 '{}'）没有值",
      "у переменной ${} шаблона '{}' нет значения"),
    // The system's own words.
    Phrase("No such file or directory", "没有该文件或文件夹", "нет такого файла или папки"),
    Phrase("Permission denied", "没有权限", "нет прав"),
    Phrase("Operation not permitted", "不允许", "не разрешено"),
    Phrase("Is a directory", "是文件夹", "это папка"),
    Phrase("Not a directory", "不是文件夹", "это не папка"),
    Phrase("No space left on device", "磁盘已满", "на диске нет места"),
    Phrase("Disk quota exceeded", "超出磁盘配额", "превышена квота диска"),
    Phrase("Read-only file system", "文件系统只读", "файловая система только для чтения"),
    Phrase("File name too long", "文件名太长", "слишком длинное имя файла"),
    Phrase("Too many open files", "打开的文件太多", "открыто слишком много файлов"),
    Phrase("File exists", "文件已存在", "файл уже есть"),
    Phrase("Input/output error", "读写错误", "ошибка чтения или записи"),
    Phrase("Text file busy", "文件正被使用", "файл занят"),
  ]
}
