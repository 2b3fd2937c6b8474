import Venues

extension Chinese {
  var plainGreeting: String { "Bubble Tea Finder，逐行模式。输入 help 查看命令。" }

  func plainList(_ parts: [String]) -> String { parts.joined(separator: "，") }
  func plainSentence(_ text: String) -> String { text + "。" }
  func plainFact(_ label: String, _ value: String) -> String { "\(label)：\(value)" }

  func plainQuestion(_ mode: PlainFinder.Mode) -> String {
    switch mode {
    case .list: "店铺编号或命令："
    case .filter: "筛选编号、list 或命令："
    case .sort: "排序编号或命令："
    case .saved: "已存筛选的编号或命令："
    case .value(let blank):
      "\(valueWanted(blank.name, blank.use))，\(kind(of: blank.use))；空行放弃，quit 退出："
    }
  }

  func plainUnknown(_ line: String) -> String { "没有命令 \(line)。输入 help 查看命令。" }
  func plainNoNumber(_ number: Int) -> String { "没有编号 \(figures.count(number))。" }
  func plainWantsNumber(_ name: String) -> String { "\(name) 后面需要一个数字。" }
  var plainNoMore: String { "到此为止。" }
  var plainNoVenue: String { "请先用编号选择一家店。" }
  var plainClears: String { "输入 clear 查看所有店铺。" }
  var plainNothingSaved: String { "还没有存过。输入 save 和名称保存筛选。" }
  func plainNoSaved(_ name: String) -> String { "没有名为 \(name) 的已存筛选。" }

  func plainWantsValue(_ blank: PlainBlank) -> String {
    "\(blank.name) 需要一个值：\(kind(of: blank.use))。空行则保持不变，quit 退出程序。"
      + (blank.use.isText ? "值与此类词相同时请加引号。" : "")
  }

  func plainMore(_ told: Int, of total: Int) -> String {
    "共 \(figures.count(total))，已列出 \(figures.count(told))。按回车继续。"
  }

  func plainLength(_ length: Figures.Length) -> String { figures.text(length) }
  func plainWithin(_ length: Figures.Length) -> String { "\(plainLength(length))以内" }

  func plainDirection(_ point: CompassPoint) -> String { "\(direction(point))方向" }

  func plainAverage(_ text: String) -> String { "平均 \(text)" }
  func plainRating(_ text: String) -> String { "评分 \(text)，满分 10" }

  func plainPrice(_ level: PriceLevel) -> String {
    level == .unknown ? unknownPrice : "价格 \(level.rawValue) 级，共 4 级"
  }

  func plainState(_ isOn: Bool) -> String { isOn ? "开" : "关" }
  func plainShowing(_ filter: String) -> String { "筛选：\(filter)。" }
  func plainSearched(_ words: String) -> String { "包含 \(words)" }
  func plainOrder(_ keys: String) -> String { "排序：\(keys)。" }

  func plainKey(_ key: String, ascending: Bool) -> String {
    ascending ? key : "\(key)从高到低"
  }

  func plainFavorite(_ name: String, _ isFavorite: Bool) -> String {
    isFavorite ? "已收藏 \(name)。" : "已取消收藏 \(name)。"
  }

  var plainIsFavorite: String { "已收藏" }
  var plainKind: String { "类别" }
  var plainAddress: String { "地址" }
  var plainTown: String { "城市" }
  var plainPhone: String { "电话" }
  var plainSite: String { "网站" }
  var plainTip: String { "点评" }
}

// MARK: - Commands

extension Chinese {
  var plainHelpOnNumbers: String { "数字：查看该店详情；在筛选、排序和已存的筛选中表示选择该项。" }

  func plainCommand(_ word: PlainWord) -> PlainCommandText {
    let unit = figures.units == .metric ? "米" : "英尺"
    return switch word {
    case .list: PlainCommandText("list", "列表", help: "从第一家店开始列出。")
    case .more: PlainCommandText("more", "更多", help: "后面的店铺，与空行相同。")
    case .next: PlainCommandText("next", "下一家", help: "下一家店的详情。")
    case .previous: PlainCommandText("previous", "上一家", help: "上一家店的详情。")
    case .filter: PlainCommandText("filter", "筛选", help: "按编号列出筛选。")
    case .search:
      PlainCommandText("search", "搜索", argument: "关键词", help: "包含这些词的店铺；不写词则全部。")
    case .category:
      PlainCommandText("category", "类别", argument: "名称", help: "该类别的店铺；不写名称则全部。")
    case .city:
      PlainCommandText("city", "城市", argument: "名称", help: "该城市的店铺；不写名称则全部。")
    case .rating:
      PlainCommandText("rating", "评分", argument: "数字", help: "评分不低于此的店铺，0 到 10。")
    case .within:
      PlainCommandText("within", "以内", argument: "数字", help: "距离在多少\(unit)以内的店铺。")
    case .condition:
      PlainCommandText(
        "where", "条件", argument: "条件", help: "满足条件的店铺，例如 where rating > 7。")
    case .clear: PlainCommandText("clear", "清除", help: "不筛选。")
    case .sort: PlainCommandText("sort", "排序", help: "按编号列出排序。")
    case .save:
      PlainCommandText("save", "保存", argument: "名称", help: "把筛选和排序存为该名称。")
    case .saved:
      PlainCommandText("saved", "已存", argument: "名称", help: "按名称或编号取出筛选；不写则全部列出。")
    case .forget:
      PlainCommandText("forget", "忘记", argument: "名称", help: "按名称或编号删除已存的筛选。")
    case .near:
      PlainCommandText("near", "附近", argument: "地点", help: "从那里算距离：街道、店名或两个数字；不写则回到开始时。")
    case .favorite: PlainCommandText("favorite", "收藏", help: "收藏或取消收藏最后提到的店。")
    case .note: PlainCommandText("note", "备注", argument: "文字", help: "给最后提到的店写备注。")
    case .delete: PlainCommandText("delete", "删除", help: "删除最后提到的店。")
    case .undo: PlainCommandText("undo", "撤销", help: "撤销上一次修改。")
    case .redo: PlainCommandText("redo", "重做", help: "重做。")
    case .stats: PlainCommandText("stats", "统计", help: "所列店铺的数量与合计。")
    case .help: PlainCommandText("help", "帮助", help: "本帮助。")
    case .quit: PlainCommandText("quit", "退出", help: "退出程序。")
    }
  }
}
