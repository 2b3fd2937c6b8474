extension Chinese {
  var cannotBeUndone: String { "此操作无法撤销" }
  var overwritesTooMuch: String { "导入将覆盖的内容太多，无法保留旧值：之后不能撤销。" }
  var changesTooMuch: String { "将要改动的内容太多，无法保留旧值：之后不能撤销。" }
  var leaveAsItIs: String { "否，保持原样" }
  var goOnForGood: String { "是，永久执行" }
  var quitAnyway: String { "退出？" }
  var filesAreBusy: String { "文件仍在读写。退出会停止它，不会留下一半的结果。" }
  var stay: String { "否，留下" }
  var stillChanging: String { "正在修改" }
  var stopAndQuit: String { "是，停止并退出" }
}
