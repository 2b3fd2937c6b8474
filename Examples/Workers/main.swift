try Workers.run { print($0) }
