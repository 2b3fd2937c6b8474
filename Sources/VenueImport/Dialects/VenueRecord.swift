/// One place as the importer understood it: the same for every dialect.
///
/// The texts lie in the slice or in the arena of the tape, and live no longer.
struct VenueRecord {
  struct Category {
    var name: TextSlice?
    var id: TextSlice?
  }

  struct Tip {
    var text: TextSlice
    /// Seconds since 1970-01-01 UTC.
    var createdAt: Double?
    var agreeCount: Int64?
  }

  /// A time of the week, in minutes since Monday 0:00.
  struct Opening {
    var opens: Int64
    var closes: Int64
  }

  var id: TextSlice?
  var name: TextSlice?
  var phone: TextSlice?
  var url: TextSlice?
  var menuURL: TextSlice?
  var specialCount: Int64 = 0
  var favorite: Bool?
  var note: TextSlice?
  var verified: Bool?
  var closed: Bool?
  var closedAt: Double?
  var createdAt: Double?
  var rating: Double?
  var ratingSignals: Int64?
  var ratingColor: TextSlice?
  var hours: TextSlice?
  var timeZone: TextSlice?
  var openNow: Bool?
  /// Seconds since 1970-01-01 UTC; nil for the moment of the import.
  var openNowAt: Double?
  var photoCount: Int64?
  var chain: TextSlice?
  var address: TextSlice?
  var crossStreet: TextSlice?
  var neighborhood: TextSlice?
  var city: TextSlice?
  var state: TextSlice?
  var postalCode: TextSlice?
  var country: TextSlice?
  var countryCode: TextSlice?
  var latitude: Double?
  var longitude: Double?
  /// Meters.
  var distance: Double?
  /// 1 to 4.
  var tier: Int?
  var checkinsCount: Int64?
  var usersCount: Int64?
  var tipCount: Int64?
  /// The primary one.
  var category = Category()
  var categories: [Category] = []
  var tips: [Tip] = []
  var openings: [Opening] = []

  /// Forgets all but the room for lists.
  mutating func reset() {
    var (categories, tips, openings) = (self.categories, self.tips, self.openings)
    self.categories = []
    self.tips = []
    self.openings = []
    categories.removeAll(keepingCapacity: true)
    tips.removeAll(keepingCapacity: true)
    openings.removeAll(keepingCapacity: true)
    self = VenueRecord()
    self.categories = categories
    self.tips = tips
    self.openings = openings
  }
}
