import VenueImport

extension Chinese {
  var importing: String { "导入" }
  var importFrom: String { "从文件或文件夹导入" }

  func megabytes(_ bytes: Int, of total: Int?) -> String {
    let done = figures.tenths(Double(bytes) / 1e6)
    return total.map { "\(done) / \(figures.tenths(Double($0) / 1e6)) MB" } ?? "\(done) MB"
  }

  func rows(_ count: Int, perSecond rate: Int) -> String {
    "\(figures.count(count)) 行，每秒 \(figures.count(rate)) 行"
  }

  func secondsLeft(_ seconds: Int) -> String { "还需 \(figures.count(seconds)) 秒" }

  func outcome(_ counts: ImportCounts) -> [String] {
    [
      ("新增", counts.inserted), ("更新", counts.updated), ("未变", counts.unchanged),
      ("跳过", counts.skipped),
    ].filter { $0.1 > 0 }.map { "\($0.0) \(venues($0.1))" }
  }

  func took(_ seconds: Double) -> String { "\(figures.tenths(seconds)) 秒" }

  func broughtBack(_ count: Int) -> String { "曾删除的 \(venues(count))已恢复" }

  func doubt(_ warning: ImportWarning) -> String {
    "部分理解 \(warning.location.line):\(warning.location.column)：\(phrase(warning.message))"
  }

  func skippedRow(_ row: SkippedRow) -> String {
    "跳过 \(row.location.line):\(row.location.column)：\(phrase(row.message))"
  }

  func problem(_ failure: ImportFailure) -> String {
    switch failure.kind {
    case .cancelled: "导入已停止；没有任何改动"
    case .needsConsent: "会覆盖的内容太多，无法撤销；没有任何改动"
    case .cannotOpen: phrase(failure.message, behind: "无法打开：")
    case .badData: phrase(failure.message, behind: "数据有误：")
    case .cannotCreate, .cannotWrite: phrase(failure.message, behind: "无法写入：")
    case .locked: phrase(failure.message, behind: "数据库正被占用：")
    }
  }

  func exportAs(_ what: String) -> String { "导出（\(what)）" }

  func exportTo(_ format: String) -> String { "把 \(format) 写到" }

  func shownVenues(_ count: Int) -> String { "所列的 \(venues(count))" }

  func markedVenues(_ count: Int) -> String { "选中的 \(venues(count))" }

  var existsAlready: String { "文件已存在；按 Enter 覆盖" }

  func written(_ count: Int, to path: String) -> String { "\(venues(count))已写到 \(path)" }

  var pathWanted: String { "需要文件路径" }

  func importing(_ name: String) -> String { "正在导入 \(name)" }

  func exporting(_ name: String) -> String { "正在写 \(name)" }

  var importWaits: String { "导入在等你回答" }
  var exportStopped: String { "导出已停止；什么也没有写" }

  func tellsMore(_ key: String) -> String { "按 \(key) 查看详情" }
}
