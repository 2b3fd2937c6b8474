#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

/// What a signal handler needs to put the terminal back; written before `active` is set.
typedef struct {
  volatile sig_atomic_t active;
  int output;
  struct termios saved;
  char reset[512];
  size_t reset_length;
  /// Where a crash can be announced: the old standard error, or -1.
  int announce;
  char note[1200];
  size_t note_length;
  /// An open /dev/null, or -1.
  int nowhere;
} cterminal_restoration;

extern cterminal_restoration cterminal_restore_state;

/// Writes all bytes; safe in a signal handler.
bool cterminal_write_all(int fd, const char *bytes, size_t count);
/// Puts the terminal back; safe in a signal handler, does nothing the second time.
void cterminal_restore_now(void);
