import Terminal
import Testing

@testable import Screens

@MainActor
@Suite struct ScreenStackTests {
  private final class Layer: Screen {
    let name: String
    let placement: Placement
    let bindings: [KeyBinding] = []
    var area: Rect?

    init(_ name: String, _ placement: Placement = .full) {
      self.name = name
      self.placement = placement
    }

    func layout(in area: Rect) { self.area = area }

    func draw(on canvas: inout Canvas, in area: Rect) -> Point? { nil }
  }

  private func stack(_ layers: Layer...) -> ScreenStack {
    let stack = ScreenStack()
    for layer in layers { stack.push(layer) }
    return stack
  }

  private func places(_ stack: ScreenStack, columns: Int) -> [String] {
    stack.places(in: Rect(column: 0, row: 0, columns: columns, rows: 10)).map {
      "\($0.screen.name) \($0.area.left)-\($0.area.right)x\($0.area.rows)"
    }
  }

  @Test func `a pane stands beside the screen below when there is room`() {
    let stack = stack(Layer("list"), Layer("filter", .pane(columns: 40, from: 100)))
    #expect(places(stack, columns: 99) == ["filter 0-99x10"])
    #expect(places(stack, columns: 100) == ["list 0-60x10", "filter 61-100x10"])
  }

  @Test func `a box stands over the screen below`() {
    let stack = stack(Layer("list"), Layer("menu", .box(Size(columns: 20, rows: 4))))
    #expect(places(stack, columns: 80) == ["list 0-80x10", "menu 30-50x4"])
  }

  @Test func `a full screen covers the others, which are laid out all the same`() {
    let list = Layer("list")
    let stack = stack(list, Layer("detail", .pane(columns: 40, from: 100)), Layer("help"))
    #expect(places(stack, columns: 100) == ["help 0-100x10"])
    stack.layout(in: Rect(column: 0, row: 0, columns: 100, rows: 10))
    #expect(list.area == Rect(column: 0, row: 0, columns: 100, rows: 10))
  }

  @Test func `what was opened from a screen goes with it, the first stays`() {
    let list = Layer("list")
    let filter = Layer("filter")
    let stack = stack(list, filter, Layer("help"))
    stack.pop(filter)
    #expect(stack.top === list)
    stack.pop(filter)
    stack.pop(list)
    #expect(stack.top === list)
  }
}
