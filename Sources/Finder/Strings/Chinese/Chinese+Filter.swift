import Venues

extension Chinese {
  func chosen(_ toggle: ToggleFilter, radius: Double) -> String {
    switch toggle {
    case .deals: "有优惠"
    case .walking: "\(figures.radius(radius))以内"
    case .tips: "有点评"
    case .favorites: "已收藏"
    }
  }

  func ratingAtLeast(_ rating: Double) -> String { "评分 \(figures.tenths(rating)) 以上" }

  var openNow: String { "营业中" }

  func sortKey(_ keyPath: String) -> String {
    switch SortChoice(keyPath: keyPath).sort {
    case .name: "名称"
    case .distance: "距离"
    case .price: "价格"
    case .rating: "评分"
    case .tips: "点评"
    case .checkins: "签到"
    case .deals: "优惠"
    case nil: sortKey(ofColumn: keyPath)
    }
  }

  func matching(_ count: Int, of total: Int) -> String {
    "\(figures.count(total)) 家店中有 \(figures.count(count)) 家符合"
  }

  func bubbleTeaPlaces(_ count: Int) -> String { "\(figures.count(count)) 家奶茶店" }

  func title(of toggle: ToggleFilter) -> String {
    switch toggle {
    case .deals: "有优惠"
    case .walking: "步行可达"
    case .tips: "有用户点评"
    case .favorites: "已收藏"
    }
  }

  func totalDeals(_ deals: Int, places: Int) -> [String] {
    let sum = "共 \(self.deals(deals))"
    return ["\(figures.count(places)) 家店\(sum)", sum]
  }

  func lessThan(_ meters: Double) -> String { "< \(figures.radius(meters))" }

  func title(of sort: SortOption) -> String {
    switch sort {
    case .nameAscending: "名称 (A-Z)"
    case .nameDescending: "名称 (Z-A)"
    case .distance: "距离"
    case .price: "价格"
    case .rating: "评分"
    case .tips: "点评"
    case .checkins: "签到"
    case .deals: "优惠"
    case .key(let keyPath): sortKey(keyPath).capitalizedFirst
    }
  }

  var more: String { "更多" }

  func title(of field: FilterField) -> String {
    switch field {
    case .category: "类别"
    case .city: "城市"
    case .search: "搜索"
    case .condition: "条件"
    }
  }

  func hint(for field: FilterField) -> String {
    switch field {
    case .category, .city: "输入以查找"
    case .search: "关键词"
    case .condition: "例如 rating > 7"
    }
  }

  func bringsBack(_ key: String, _ filter: String) -> String { "按 \(key) 恢复：\(filter)" }
}
