/// Text in one style.
package struct Span: Hashable {
  package var text: String
  package var style: Style

  package init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A line of text in several styles.
package struct SpanLine: Hashable {
  package var spans: [Span]

  package init(_ spans: [Span] = []) { self.spans = spans }

  package init(_ text: String, _ style: Style = .plain) { spans = [Span(text, style)] }

  /// The parts that are not empty, with a separator between them.
  package init(joining parts: [[Span]], by separator: Span) {
    let parts = parts.filter { !$0.isEmpty }
    spans = Array(parts.joined(separator: [separator]))
  }

  /// A text with some of its characters, given by index, in another style.
  package init(_ text: String, marking characters: Set<Int>, _ style: Style) {
    spans = text.enumerated().reduce(into: []) { spans, next in
      let own = characters.contains(next.offset) ? style : .plain
      if spans.last?.style == own {
        spans[spans.count - 1].text.append(next.element)
      } else {
        spans.append(Span(String(next.element), own))
      }
    }
  }

  /// The width in columns.
  package var width: Int { spans.reduce(0) { $0 + TextWidth.displayWidth(of: $1.text) } }

  /// Draws the line, truncated with an ellipsis.
  package func draw(on canvas: inout Canvas, at point: Point, columns: Int) {
    var room = columns
    var point = point
    for span in spans where room > 0 {
      let written = canvas.write(span.text, at: point, style: span.style, width: room)
      point.column += written
      room -= written
    }
  }
}

/// Text at a position, truncated with an ellipsis.
package struct FittedText {
  package let text: String
  package let point: Point
  /// The available columns.
  package let columns: Int

  package init(text: String, point: Point, columns: Int) {
    self.text = text
    self.point = point
    self.columns = columns
  }

  package func draw(on canvas: inout Canvas, style: Style) {
    canvas.write(text, at: point, style: style, width: columns)
  }

  /// Restyles characters, given by index, as far as they are visible.
  package func highlight(_ characters: Set<Int>, on canvas: inout Canvas, style: Style) {
    guard !characters.isEmpty else { return }
    let room = TextWidth.displayWidth(of: text) > columns ? columns - 1 : columns
    var column = 0
    for (index, character) in text.enumerated() {
      let width = TextWidth.displayWidth(of: character)
      guard column + width <= room else { return }
      if characters.contains(index) {
        canvas.write(String(character), at: point.moved(columns: column), style: style)
      }
      column += width
    }
  }
}
