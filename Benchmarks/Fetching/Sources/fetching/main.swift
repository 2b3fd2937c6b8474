import FetchKit
import Foundation

// swift run -c release fetching [runs [rows]]
let arguments = CommandLine.arguments.dropFirst().compactMap(Int.init)
let runs = arguments.first ?? 20
let rows = arguments.dropFirst().first ?? 1_000_000

print("Commits of 100 changes under a controller with sections and three sort keys")
for size in [1000, 30_000, rows] {
  var commits = try Commits(rows: size)
  try await commits.run(runs)
}

let shelf = try Shelf(rows: rows)
print("Cancelled fetches on \(rows) rows, from cancel() to the return")
try await Cancellation(store: shelf.store).run(runs)
print("Batches on \(rows) rows")
try Batches(store: shelf.store).run()
shelf.remove()
