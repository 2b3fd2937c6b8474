import Foundation

/// An open file that is closed when nobody refers to it any more.
final class FileDescriptor {
  let number: Int32
  private let isOwned: Bool

  init(owning number: Int32) {
    self.number = number
    isOwned = true
  }

  init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }
}
