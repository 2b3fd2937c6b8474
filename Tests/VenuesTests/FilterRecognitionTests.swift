import FetchKit
import Testing
import Venues

@Suite struct FilterRecognitionTests {
  private static func choices(_ change: (inout FilterChoices) -> Void) -> FilterChoices {
    var choices = FilterChoices()
    change(&choices)
    return choices
  }

  private static let samples = [
    choices { $0.prices = [.cheap, .expensive] },
    choices { $0.prices = [.unknown] },
    choices { $0.toggles = [.deals, .tips, .favorites] },
    choices {
      $0.toggles = [.walking]
      $0.radius = 750
    },
    choices { $0.minimumRating = 7.5 },
    choices { $0.categories = ["Bubble Tea Shop", "Tea*"] },
    choices { $0.categories = ["Dining >", "Retail > Tea", "Bubble Tea Shop"] },
    choices {
      $0.categories = ["Café"]
      $0.cities = ["New York"]
    },
    choices { $0.neighborhoods = ["SoHo", "West*"] },
    choices { $0.search = "kung fu" },
    choices {
      $0.prices = [.cheap]
      $0.toggles = [.deals]
      $0.condition = try? FetchPredicate(format: "stats.usersCount > 3 AND closed == 0")
    },
  ]

  @Test(arguments: samples)
  func `choices are recognized in a saved predicate`(choices: FilterChoices) throws {
    let format = try #require(choices.chosenPredicate).predicateFormat
    #expect(FilterChoices(recognizing: try FetchPredicate(format: format)) == choices)
  }

  @Test func `neighborhoods are recognized in a filter that version 0.1 saved`() throws {
    let format =
      "location.neighborhood ==[cd] 'SoHo' OR location.neighborhood BEGINSWITH[cd] 'West'"
    #expect(
      FilterChoices(recognizing: try FetchPredicate(format: format))
        == Self.choices { $0.neighborhoods = ["SoHo", "West*"] })
  }

  @Test(arguments: [
    "rating >= 7.0 AND rating >= 8", "priceInfo.tier IN {1} AND priceInfo.tier IN {2}",
    "priceInfo.tier IN {9}", "specialCount > 1", "location.distance < $METERS",
    "location.city ==[cd] 'a' OR rating > 3", "NOT favorite == 1", "favorite == 1 OR rating > 3",
    "FALSEPREDICATE",
  ])
  func `other predicates become a condition`(format: String) throws {
    let predicate = try FetchPredicate(format: format)
    let recognized = FilterChoices(recognizing: predicate)
    #expect(recognized.condition != nil)
    let parts = { (predicate: FetchPredicate?) -> Set<FetchPredicate> in
      guard case .and(let parts)? = predicate else { return Set([predicate].compactMap(\.self)) }
      return Set(parts)
    }
    #expect(parts(recognized.chosenPredicate) == parts(predicate))
  }

  @Test func `a filter that matches everything has no choices`() {
    #expect(FilterChoices(recognizing: .constant(true)) == FilterChoices())
  }
}
