/// How far a source was read; shared by the source and by who shows the progress, on one thread.
final class ReadProgress {
  /// Bytes as they are in the file.
  var bytes = 0
}
