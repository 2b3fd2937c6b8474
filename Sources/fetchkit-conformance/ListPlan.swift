/// Where the rows of a case stand before and after its changes, as numbers to sort by.
///
/// The cases give the lists, but not always the values that order them. So rows that do not change keep their numbers,
/// and those that do get numbers between their neighbors.
struct ListPlan {
  let before: [String: Double]
  let after: [String: Double]
  let ranksBefore: [String: Double]
  let ranksAfter: [String: Double]

  init(from old: SectionedList, to new: SectionedList, changed: Set<String>) {
    before = Self.numbers(old.ids, known: [:])
    let kept = before.filter { !changed.contains($0.key) }
    var after: [String: Double] = [:]
    for section in new.sections {
      after.merge(Self.numbers(section.ids, known: kept)) { first, _ in first }
    }
    self.after = after
    ranksBefore = Self.numbers(old.names, known: [:])
    ranksAfter = Self.numbers(new.names, known: ranksBefore)
  }

  /// Numbers in the order of the names; known ones stay as they are.
  private static func numbers(_ names: [String], known: [String: Double]) -> [String: Double] {
    var result: [String: Double] = [:]
    var index = 0
    while index < names.count {
      if let number = known[names[index]] {
        result[names[index]] = number
        index += 1
        continue
      }
      let run = names[index...].prefix { known[$0] == nil }
      let low = index > 0 ? result[names[index - 1]] : nil
      let high = run.endIndex < names.count ? known[names[run.endIndex]] : nil
      let start = low ?? (high ?? Double(run.count + 1)) - Double(run.count + 1)
      let end = high ?? start + Double(run.count + 1)
      for (offset, name) in run.enumerated() {
        result[name] = start + (end - start) * Double(offset + 1) / Double(run.count + 1)
      }
      index = run.endIndex
    }
    return result
  }
}
