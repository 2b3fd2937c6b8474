import FetchKit
import Foundation

// swift run -c release fetching [commits|cancellation|batches|all [runs [rows]]]
// swift run -c release fetching compare [runs [rows [work]]]
let arguments = Array(CommandLine.arguments.dropFirst())
let part = arguments.first ?? "all"
let runs = arguments.dropFirst().first.flatMap(Int.init) ?? 20
let rows = arguments.dropFirst(2).first.flatMap(Int.init) ?? 1_000_000

if part == "compare" {
  let rows = arguments.dropFirst(2).first.flatMap(Int.init) ?? 100_000
  try Comparison(rows: rows, runs: runs).run(arguments.dropFirst(3).first ?? "")
}
if ["all", "commits"].contains(part) {
  print("Commits of 100 changes under a controller with sections and three sort keys")
  var commits = try Commits(rows: [1000, 30_000, rows])
  try await commits.run(runs)
}
if ["all", "cancellation", "batches"].contains(part) {
  let items = try ItemStore(rows: rows)
  defer { items.remove() }
  if part != "batches" {
    print("Canceled fetches on \(rows) rows, from cancel() to the return")
    try await Cancellation(store: items.store).run(runs)
  }
  if part != "cancellation" {
    print("Batches on \(rows) rows")
    try Batches(store: items.store).run()
  }
}
