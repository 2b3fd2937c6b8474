import Venues

extension Chinese {
  var sections: String { "分组" }
  var noSections: String { "不分组" }
  var columns: String { "列" }
  var goTo: String { "跳到" }
  func goToRow(_ row: Int) -> String { "转到第 \(figures.count(row)) 行" }
  var nothingFound: String { "没有找到" }

  func marked(_ count: Int) -> String { "已选 \(figures.count(count))" }

  func title(of sectioning: VenueSectioning) -> String {
    switch sectioning {
    case .price: "按价格"
    case .neighborhood: "按街区"
    case .city: "按城市"
    case .category: "按类别"
    case .letter: "按首字母"
    case .rating: "按评分"
    case .tips: "按点评"
    case .checkins: "按签到"
    case .distance: "按距离"
    case .visitors: "按访客"
    case .deals: "按优惠"
    case .favorite: "按收藏"
    case .state: "按省州"
    case .postalCode: "按邮编"
    case .country: "按国家"
    case .chain: "按连锁"
    }
  }

  func title(of section: VenueSection) -> String {
    switch section {
    case .price(let level): level == .unknown ? unknownPrice : level.text
    case .text(let text): text
    case .signs: "0-9"
    case .otherLetters: "其他文字"
    case .distance(let from, nil): "\(figures.radius(from))以外"
    case .distance(0, let to?): "\(figures.radius(to))以内"
    case .distance(let from, let to?): "\(figures.radius(from))至\(figures.radius(to))"
    case .number(let from, nil): "\(number(from)) 以上"
    case .number(0, let to?): "\(number(to)) 以下"
    case .number(let from, let to?): "\(number(from)) 至 \(number(to))"
    case .deals(let count): deals(count)
    case .favorites(true): "收藏"
    case .favorites(false): "其他店铺"
    case .missing: "不明"
    }
  }

  private func number(_ value: Double) -> String {
    Int(exactly: value).map(figures.count) ?? figures.tenths(value)
  }

  func favoriteStep(_ isFavorite: Bool, _ name: String?, _ count: Int) -> String {
    "\(isFavorite ? "收藏" : "取消收藏") \(name ?? venues(count))"
  }

  func favored(_ isFavorite: Bool, _ name: String?, _ count: Int, undoKey: String?) -> String {
    "已\(favoriteStep(isFavorite, name, count))" + (undoKey.map { "，按 \($0) 撤销" } ?? "")
  }

  func noteStep(_ name: String) -> String { "备注：\(name)" }

  func deleteStep(_ name: String) -> String { "删除 \(name)" }

  func deleteStep(_ count: Int) -> String { "删除 \(venues(count))" }

  func deleted(_ name: String?, _ count: Int, undoKey: String?) -> String {
    "已删除 \(name ?? venues(count))" + (undoKey.map { "，按 \($0) 撤销" } ?? "")
  }

  func undone(_ step: String, redoKey: String?) -> String {
    "已撤销：\(step)" + (redoKey.map { "，按 \($0) 重做" } ?? "")
  }

  func redone(_ step: String) -> String { "已重做：\(step)" }

  var nothingToUndo: String { "没有可撤销的操作" }
  var nothingToRedo: String { "没有可重做的操作" }

  func copied(_ count: Int) -> String { "已复制 \(venues(count))" }
}
