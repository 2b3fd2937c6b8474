extension Chinese {
  func name(of part: ViewPart) -> String {
    switch part {
    case .place: "起点"
    case .search: "搜索"
    case .filter: "筛选"
    case .order: "排序"
    case .sections: "分组"
    case .columns: "列"
    case .selection: "选中"
    }
  }

  var noViewToUndo: String { "列表与开始时相同" }
  var noViewToRedo: String { nothingToRedo }

  func nothingToUndo(butView step: String, key: String) -> String {
    "\(nothingToUndo)；按 \(key) 可撤销：\(step)"
  }
}
