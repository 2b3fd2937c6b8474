import Venues

extension Chinese {
  var numbers: String { "统计" }
  var palette: String { "操作" }
  var messages: String { "消息" }
  var nothingSaid: String { "还没有消息" }
  var placePrompt: String { "你的位置" }
  var placeOfStart: String { "回车：恢复开始时的位置" }
  var placeHint: String { "坐标，或店名、街道中的词" }
  var wrongPlace: String { "没有找到；也可以输入两个数字，例如 40.7593, -73.9847" }

  func title(of column: StatisticsColumn) -> String {
    switch column {
    case .group: "分组"
    case .count: "店铺"
    case .deals: "优惠"
    case .tips: "点评"
    case .distance: "距离"
    case .rating: "评分"
    }
  }

  func groups(_ count: Int) -> String { "\(figures.count(count)) 组" }

  func placed(_ text: String) -> String { "距离从 \(text) 算起" }
}
