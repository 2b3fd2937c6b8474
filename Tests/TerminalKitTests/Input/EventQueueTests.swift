import TerminalKit
import Testing

@Suite struct EventQueueTests {
  private func key(_ character: Character) -> TerminalEvent { .key(.character(character)) }

  @Test func `all pending events come at once and in order`() async {
    let queue = EventQueue()
    queue.post(key("a"))
    queue.post([key("b"), .focus(true)])
    #expect(await queue.next() == [key("a"), key("b"), .focus(true)])
    #expect(queue.take() == [])
  }

  @Test func `next waits for an event of another thread`() async {
    let queue = EventQueue()
    async let events = queue.next()
    await Task.detached { queue.post(.hangup) }.value
    #expect(await events == [.hangup])
  }

  @Test func `waking ends the wait without an event`() async {
    let queue = EventQueue()
    queue.wake()
    #expect(await queue.next() == [])
  }

  @Test func `a cancelled wait ends`() async {
    let queue = EventQueue()
    let task = Task { await queue.next() }
    task.cancel()
    #expect(await task.value == [])
  }

  @Test func `only the last resize is kept`() {
    let queue = EventQueue()
    queue.post([
      .resize(Size(columns: 80, rows: 24)), key("a"), .resize(Size(columns: 81, rows: 24)),
    ])
    #expect(queue.take() == [key("a"), .resize(Size(columns: 81, rows: 24))])
  }

  @Test func `a mouse movement replaces the one before`() {
    let queue = EventQueue()
    let press = MouseEvent(.press, button: .left, at: .origin)
    let near = MouseEvent(.drag, button: .left, at: Point(column: 1, row: 0))
    let far = MouseEvent(.drag, button: .left, at: Point(column: 5, row: 0))
    queue.post([.mouse(press), .mouse(near), .mouse(far), key("a"), .mouse(near)])
    #expect(queue.take() == [.mouse(press), .mouse(far), key("a"), .mouse(near)])
  }

  @Test func `no event of many threads is lost`() async {
    let queue = EventQueue()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { queue.post(.terminate(Int32(number))) }
      }
    }
    #expect(Set(queue.take()).count == 200)
  }
}
