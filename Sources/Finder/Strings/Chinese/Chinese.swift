import FetchKit
import TerminalKit
import Venues

/// The words of the screens in Simplified Chinese.
struct Chinese: Strings {
  let figures: Figures

  init(_ units: LengthUnits = .metric) {
    figures = Figures(
      grouping: ",", point: ".", units: units,
      unitNames: units == .metric
        ? Figures.UnitNames(short: "米", long: "公里")
        : Figures.UnitNames(short: "英尺", long: "英里"))
  }

  let appName = "Bubble Tea Finder"
  let allVenues = "所有店铺"
  let noMatch = "没有符合的店铺"
  let noVenues = "还没有店铺"
  let importSome = "用 boba import 文件 导入"
  let unknownPrice = "价格不明"
  let closedToo = "含已停业"
  let then = "再按"
  let filters = "筛选"
  let price = "价格"
  let mostPopular = "常用"
  let sortBy = "排序"
  let predicate = "查询"
  let none = "无"
  let verified = "已认证"
  let closed = "已停业"
  let isGone = "这家店已经不在了"
  let help = "帮助"
  let readOnly = "数据库不可写"

  func imports(_ key: String) -> String { "按 \(key) 从文件或文件夹导入" }

  func venues(_ count: Int) -> String { "\(figures.count(count)) 家店" }

  func venues(_ count: Int, of total: Int) -> String {
    "\(figures.count(total)) 家店中 \(figures.count(count)) 家"
  }

  func origin(_ origin: Origin, named name: String?) -> String {
    if let name { return "起点 \(name)" }
    guard let place = origin.coordinate else { return "距离来自导入的数据" }
    return "起点 \(figures.coordinate(latitude: place.latitude, longitude: place.longitude))"
  }

  func deals(_ count: Int) -> String { "\(figures.count(count)) 个优惠" }

  func tips(_ count: Int) -> String { "\(figures.count(count)) 条点评" }

  func averageDistance(_ meters: Double) -> String { "平均 \(figures.distance(meters))" }

  func closedHidden(_ count: Int) -> String { "隐藏 \(figures.count(count)) 家已停业" }

  func deletedElsewhere(_ name: String) -> String { "\(name) 已被另一个程序删除" }

  func clearsTheFilter(_ key: String) -> String { "按 \(key) 清除筛选" }

  func endsTheSearch(_ key: String) -> String { "按 \(key) 结束搜索" }

  func tooSmall(_ found: Size, wanted: Size) -> [String] {
    [
      "终端太小",
      "需要 \(wanted.columns)x\(wanted.rows)",
      "现有 \(found.columns)x\(found.rows)",
    ]
  }

  func failed(_ message: String) -> String { "错误：\(message)" }
}

extension Chinese {
  var map: String { "地图" }
  var you: String { "你" }
  func walk(_ radius: String) -> String { "步行 \(radius)" }
  func withoutPlace(_ count: Int) -> String { "\(figures.count(count)) 家位置不明" }
  var noPlace: String { "位置不明" }

  func colors(_ theme: String) -> String { "配色：\(theme)" }
  func opened(_ address: String) -> String { "已打开 \(address)" }

  func copied(_ address: String) -> String { "已复制 \(address)" }

  func mouse(isOn: Bool) -> String {
    isOn ? "鼠标已启用：按住 shift 选择文字" : "鼠标已停用：由终端选择文字"
  }
}
