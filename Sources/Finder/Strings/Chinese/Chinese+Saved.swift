import FetchKit
import Venues

extension Chinese {
  var savedFilters: String { "已存筛选" }
  var saveFilterAs: String { "把筛选存为" }

  func nothingSaved(_ key: String) -> String { "还没有存过；按 \(key) 保存筛选" }

  func saved(_ name: String, isReplacing: Bool) -> String {
    isReplacing ? "已替换 \(name)" : "已存为 \(name)"
  }

  func forgotten(_ name: String) -> String { "已删除 \(name)" }
  func forgets(_ name: String) -> String { "将删除已存的筛选“\(name)”。" }

  var nameWanted: String { "筛选需要一个名称" }
  var openIsOfNow: String { "营业与否随时变化：请每次重新选择" }

  func valueWanted(_ variable: String, _ use: VariableUse) -> String {
    "\(variable)（\(sortKey(use.attribute.keyPath))）"
  }

  func wrongValue(_ use: VariableUse) -> String { "需要\(kind(of: use))" }

  func kind(of use: VariableUse) -> String {
    words(use.attribute.type) + (use.isLength ? "（米）" : "") + (use.isList ? "，多个用逗号隔开" : "")
  }

  private func words(_ type: AttributeType) -> String {
    switch type {
    case .string: "文字"
    case .integer: "整数"
    case .double: "数字"
    case .boolean: " true 或 false"
    case .date: "时间，例如 2026-01-31T12:00:00Z"
    case .data: "数据"
    }
  }
}
