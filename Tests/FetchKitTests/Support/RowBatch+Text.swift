import FetchKit

extension RowBatch {
  func set(_ attribute: Int, text: String) {
    var text = text
    text.withUTF8 { set(attribute, text: $0) }
  }

  func setElement(_ attribute: Int, text: String) {
    var text = text
    text.withUTF8 { setElement(attribute, text: $0) }
  }
}
