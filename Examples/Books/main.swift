try Books.run { print($0) }
