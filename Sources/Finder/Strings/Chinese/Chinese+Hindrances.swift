extension Chinese {
  func hindrance(_ hindrance: DisabledReason, remedy key: String?) -> String {
    func remedy(_ before: String, _ behind: String) -> String {
      key.map { before + $0 + behind } ?? ""
    }
    return switch hindrance {
    case .listIsEmpty: "列表是空的"
    case .listIsLoading: "列表还在加载"
    case .nothingIsFiltered: "没有设置筛选"
    case .nothingToLeave: "没有可返回的" + remedy("；按 ", " 退出")
    case .filterStays: "筛选保留" + remedy("；按 ", " 清除")
    case .noLastFilter: "没有别的筛选可恢复"
    case .noSections: "列表没有分组" + remedy("；按 ", " 分组")
    case .noFiles: "这里不能使用文件"
    case .isFirst: "这是第一家"
    case .isLast: "这是最后一家"
    case .venueIsGone: "这家店已经不在了"
    case .isTooNarrow: "终端至少要有 \(Placement.wide) 列才放得下"
    case .placeIsUnknown: "店铺位置不明"
    case .noOwnPlace: "你的位置未知"
    case .nothingToChoose: "没有可选的"
    case .nothingToComplete: "没有可补全的"
    case .helpIsOpen: "帮助已经打开"
    case .questionIsOpen: "请先回答问题"
    }
  }
}
