extension Chinese {
  var typeToFind: String { "输入以查找" }

  func asYouLeftIt(_ key: String?) -> String {
    key.map { "与上次相同；按 \($0) 清除" } ?? "与上次相同"
  }

  func firstHints(filter: String?, search: String?, help: String?) -> String {
    [
      filter.map { "\($0) 筛选" }, search.map { "\($0) 搜索" }, help.map { "\($0) 查看所有按键" },
    ].compactMap(\.self).joined(separator: "，")
  }

  var storeIsGone: String { "数据库文件已不在：无法修改" }
  var storeWasReplaced: String { "其他程序替换了数据库：已打开新文件" }
  var distances: String { "距离" }
}
