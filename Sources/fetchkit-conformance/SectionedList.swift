/// Ids by section, as the cases write a results controller's list.
struct SectionedList: Hashable {
  struct Section: Hashable {
    var name: String
    var ids: [String]
  }

  var sections: [Section]

  init(_ sections: [Section]) { self.sections = sections }

  /// Reads `[[name, [ids]], …]`.
  init(_ json: JSON) throws(CaseError) {
    sections = []
    for part in json.elements ?? [] {
      guard let parts = part.elements, parts.count == 2, let ids = parts[1].elements else {
        throw CaseError("a section is [name, [ids]]")
      }
      let name = parts[0] == .null ? "" : parts[0].idText
      sections.append(Section(name: name, ids: ids.map(\.idText)))
    }
  }

  var ids: [String] { sections.flatMap(\.ids) }
  var names: [String] { sections.map(\.name) }

  /// The name of the section of each id.
  var sectionNames: [String: String] {
    Dictionary(sections.flatMap { section in section.ids.map { ($0, section.name) } }) { first, _ in
      first
    }
  }
}

extension SectionedList: CustomStringConvertible {
  var description: String {
    sections.map { "\($0.name)[\($0.ids.joined(separator: " "))]" }.joined(separator: " ")
  }
}

extension JSON {
  /// An id as text, whether it is written as one or as a number.
  var idText: String { text ?? description }
}
