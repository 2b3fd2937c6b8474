import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct ScreenStackTests {
  private final class Layer: Screen {
    let name: String
    let placement: Placement
    var companion: (any Screen<Action>)?
    var area: Rect?

    init(_ name: String, _ placement: Placement = .full) {
      self.name = name
      self.placement = placement
    }

    func bindings(where isIncluded: (Action) -> Bool) -> [Finder.KeyBinding] { [] }

    func layout(in area: Rect) { self.area = area }

    func draw(on canvas: inout Canvas, in area: Rect) -> Point? { nil }
  }

  private func stack(_ layers: Layer...) -> Finder.ScreenStack {
    let stack = Finder.ScreenStack()
    for layer in layers { stack.push(layer) }
    return stack
  }

  private func places(_ stack: Finder.ScreenStack, columns: Int) -> [String] {
    stack.places(in: Rect(column: 0, row: 0, columns: columns, rows: 10)).map {
      "\($0.screen.name) \($0.area.left)-\($0.area.right)x\($0.area.rows)"
    }
  }

  @Test func `a pane is beside the screen below if there is room`() {
    let stack = stack(Layer("list"), Layer("filter", .pane(columns: 40, from: 100)))
    #expect(places(stack, columns: 99) == ["filter 0-99x10"])
    #expect(places(stack, columns: 100) == ["list 0-60x10", "filter 61-100x10"])
  }

  @Test func `a companion is beside a screen until another pane replaces it`() {
    let list = Layer("list")
    let detail = Layer("detail", .pane(columns: 40, from: 100))
    list.companion = detail
    let stack = stack(list)
    #expect(places(stack, columns: 99) == ["list 0-99x10"])
    #expect(places(stack, columns: 100) == ["list 0-60x10", "detail 61-100x10"])
    #expect(stack.top === list)
    stack.layout(in: Rect(column: 0, row: 0, columns: 100, rows: 10))
    #expect(list.area?.columns == 60)
    #expect(detail.area?.columns == 39)
    #expect(stack.hasRoom(beside: detail))
    stack.push(Layer("menu", .box(Size(columns: 20, rows: 4))))
    #expect(
      places(stack, columns: 100) == ["list 0-60x10", "detail 61-100x10", "menu 40-60x4"])
    stack.push(Layer("filter", .pane(columns: 30, from: 90)))
    #expect(places(stack, columns: 100).last == "filter 71-100x10")
    #expect(!places(stack, columns: 100).contains { $0.hasPrefix("detail") })
    #expect(!stack.isOpen(detail))
  }

  @Test func `in a wide terminal all panes have the same columns`() {
    let other = Layer("filter", .pane(columns: 40, from: 100))
    let stack = stack(Layer("list"), other)
    #expect(places(stack, columns: 119) == ["list 0-79x10", "filter 80-119x10"])
    #expect(places(stack, columns: 120) == ["list 0-72x10", "filter 73-120x10"])
    #expect(places(stack, columns: 300) == ["list 0-236x10", "filter 237-300x10"])
  }

  @Test func `a box covers part of the screen below`() {
    let stack = stack(Layer("list"), Layer("menu", .box(Size(columns: 20, rows: 4))))
    #expect(places(stack, columns: 80) == ["list 0-80x10", "menu 30-50x4"])
  }

  @Test func `the first line of a box stays in place while its contents grow`() {
    func area(rows: Int) -> Rect {
      stack(Layer("list"), Layer("menu", .box(Size(columns: 20, rows: 6), rows: rows)))
        .places(in: Rect(column: 0, row: 0, columns: 80, rows: 10))[1].area
    }
    #expect(area(rows: 4) == Rect(column: 30, row: 2, columns: 20, rows: 4))
    #expect(area(rows: 9) == Rect(column: 30, row: 2, columns: 20, rows: 6))
  }

  @Test func `a full screen covers the others, which are still laid out`() {
    let list = Layer("list")
    let stack = stack(list, Layer("detail", .pane(columns: 40, from: 100)), Layer("help"))
    #expect(places(stack, columns: 100) == ["help 0-100x10"])
    stack.layout(in: Rect(column: 0, row: 0, columns: 100, rows: 10))
    #expect(list.area == Rect(column: 0, row: 0, columns: 100, rows: 10))
  }

  @Test func `popping a screen pops those above it, but never the first`() {
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
