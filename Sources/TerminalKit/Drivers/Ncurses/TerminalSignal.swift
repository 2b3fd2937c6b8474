import Glibc

/// What a handled signal asks for.
enum TerminalSignal {
  case resized
  case stop
  case continued
  case interrupt
  case terminate

  init(number: Int32) {
    switch number {
    case SIGWINCH: self = .resized
    case SIGTSTP: self = .stop
    case SIGCONT: self = .continued
    case SIGINT: self = .interrupt
    default: self = .terminate
    }
  }
}
