import Venues

extension Chinese {
  func title(of column: VenueColumn) -> String {
    switch column {
    case .name: "名称"
    case .price: "价格"
    case .distance: "距离"
    case .rating: "评分"
    case .tips: "点评"
    case .checkins: "签到"
    case .deals: "优惠"
    case .neighborhood: "街区"
    case .city: "城市"
    case .category: "类别"
    case .address: "地址"
    case .visitors: "访客"
    case .note: "备注"
    }
  }

  func direction(_ point: CompassPoint) -> String {
    switch point {
    case .north: "北"
    case .northNortheast: "北偏东"
    case .northeast: "东北"
    case .eastNortheast: "东偏北"
    case .east: "东"
    case .eastSoutheast: "东偏南"
    case .southeast: "东南"
    case .southSoutheast: "南偏东"
    case .south: "南"
    case .southSouthwest: "南偏西"
    case .southwest: "西南"
    case .westSouthwest: "西偏南"
    case .west: "西"
    case .westNorthwest: "西偏北"
    case .northwest: "西北"
    case .northNorthwest: "北偏西"
    }
  }

  func rating(_ rating: Double, votes: Int?) -> String {
    let text = "\(figures.tenths(rating)) 分（满分 10）"
    return votes.map { "\(text)，\(figures.count($0)) 人评分" } ?? text
  }

  func label(of fact: VenueFact) -> String {
    switch fact {
    case .rating: "评分"
    case .checkins: "签到"
    case .visitors: "访客"
    case .tips: "点评"
    case .deals: "优惠"
    case .hours: "营业时间"
    case .note: "备注"
    case .favorite: "收藏"
    }
  }

  func visitorsAgree(_ count: Int) -> String { "\(figures.count(count)) 人赞同" }
}
