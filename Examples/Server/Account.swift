import FetchKit

/// An account of a bank.
struct Account: FetchableEntity {
  var objectID: ObjectID?
  var owner = ""
  var cents = 0
  var isLocked = false

  static let entity = EntityDescription(
    Account.self, name: "Account",
    properties: [
      .attribute("owner", \.owner), .attribute("cents", \.cents),
      .attribute("isLocked", \.isLocked),
    ],
    identifier: "owner", indexes: [["cents"]])
}
