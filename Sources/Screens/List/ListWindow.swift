/// Which row of a list has the cursor, and which rows are to be seen.
struct ListWindow: Hashable {
  /// How many rows the list has.
  private(set) var count = 0
  /// The 0-based row of the cursor; 0 in an empty list.
  private(set) var cursor = 0
  /// The first row to be seen.
  private(set) var top = 0
  /// How many rows there is room for.
  private(set) var height = 0

  /// The rows to be seen.
  var visible: Range<Int> { top..<min(count, top + height) }

  /// Moves the cursor by some rows, as far as there are any.
  mutating func move(by rows: Int) {
    move(to: cursor + rows)
  }

  /// Moves the cursor to a row and the window only as far as needed.
  mutating func move(to row: Int) {
    cursor = max(0, min(count - 1, row))
    follow()
  }

  /// Moves window and cursor by so many windows.
  mutating func page(by pages: Double) {
    let rows = Int((Double(height) * pages).rounded(.awayFromZero))
    let line = cursor - top
    cursor = max(0, min(count - 1, cursor + rows))
    show(at: line)
  }

  /// Moves the window; the cursor comes along when it would be left behind.
  mutating func scroll(by rows: Int) {
    top = max(0, min(count - height, top + rows))
    cursor = max(top, min(max(top, visible.upperBound - 1), cursor))
  }

  /// Gets another height; what is to be seen then depends on nothing but the cursor.
  mutating func resize(height: Int) {
    guard height != self.height else { return }
    self.height = height
    top = 0
    follow()
  }

  /// Gets another list and the cursor's place in it, which stays on its line where it can.
  mutating func replace(count: Int, cursor: Int, line: Int? = nil) {
    let line = line ?? self.cursor - top
    self.count = count
    self.cursor = max(0, min(count - 1, cursor))
    show(at: line)
  }

  private mutating func show(at line: Int) {
    top = max(0, min(count - height, cursor - line))
    follow()
  }

  private mutating func follow() {
    if cursor < top { top = cursor }
    if cursor >= top + height { top = max(0, cursor - height + 1) }
  }
}
