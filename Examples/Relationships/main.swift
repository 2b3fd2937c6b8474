try Relationships.run { print($0) }
