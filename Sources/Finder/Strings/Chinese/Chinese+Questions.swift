extension Chinese {
  var overwritesTooMuch: String { "导入将覆盖的内容太多，无法保留旧值：之后不能撤销。" }
  var changesTooMuch: String { "将要改动的内容太多，无法保留旧值：之后不能撤销。" }

  func cannotBeUndone(_ why: String) -> Confirmation {
    Confirmation(
      title: "此操作无法撤销", text: why, no: "否，保持原样",
      yes: "是，永久执行")
  }

  var quitAnyway: Confirmation {
    Confirmation(
      title: "退出？",
      text: "文件仍在读写。退出会停止它，不会留下一半的结果。",
      no: "否，留下", yes: "是，停止并退出")
  }

  var stillChanging: String { "正在修改" }
}
