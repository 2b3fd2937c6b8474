// What Swift cannot reach in ncurses and POSIX by itself: macros, globals, and signal handlers.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One cell for the screen: a spacing character and up to four marks, 0 ends the list.
typedef struct {
  uint32_t scalars[5];
  /// Bits: 1 bold, 2 dim, 4 italic, 8 underline, 16 reverse, 32 strikethrough.
  uint32_t attributes;
  int32_t pair;
} cterminal_cell;

/// Why a session could not start.
enum {
  CTERMINAL_STARTED = 0,
  CTERMINAL_UNKNOWN_TYPE = 1,
  CTERMINAL_CANNOT_POSITION = 2,
  CTERMINAL_SYSTEM_ERROR = 3,
};

/// The source of a UTF-8 locale.
enum {
  CTERMINAL_LOCALE_NONE = 0,
  CTERMINAL_LOCALE_NAMED = 1,
  /// The environment names none, or one of another encoding.
  CTERMINAL_LOCALE_OTHER = 2,
};

/// Sets LC_CTYPE from the environment, or to C.UTF-8 if that is not UTF-8; returns which.
int cterminal_use_utf8_locale(void);
/// Whether a terminal of the type in use tells where its cursor is.
bool cterminal_can_report_cursor(void);
/// The width of a character in the C library; -1 for none.
int cterminal_width(uint32_t scalar);

/// Reports the terminal's size in cells; false when it has none (0x0, or not a terminal).
bool cterminal_size(int fd, int *columns, int *rows);
/// Opens the controlling terminal for reading or writing; -1 when there is none.
int cterminal_open_tty(bool writing);

/// Starts ncurses for output on a terminal and puts the terminal into raw mode.
int cterminal_start(const char *type, int input, int output);
/// Leaves the alternate screen and restores the terminal's modes.
void cterminal_end(void);
/// Leaves the alternate screen for a while, with the program's modes kept for later.
void cterminal_leave(void);
/// Resumes after cterminal_leave, or after an unannounced stop.
void cterminal_reenter(void);
/// Tells ncurses the new size.
void cterminal_resize(int columns, int rows);

/// The number of colors, 0 without any; enables color on request.
int cterminal_colors(bool allowed);
/// The number of color pairs.
int cterminal_pairs(void);
/// Defines a pair; -1 is the terminal's own color.
bool cterminal_define_pair(int32_t pair, int32_t foreground, int32_t background);

/// Puts cells side by side, the first one at row and column (0-based).
void cterminal_draw(int row, int column, const cterminal_cell *cells, int count);
/// Has ncurses write the changes, with the cursor at row and column, or hidden if row is negative.
///
/// Returns the number of bytes to send, which are valid until the next call; 0 if ncurses has sent them itself.
size_t cterminal_update(int row, int column, const uint8_t **bytes);
/// Makes the next update clear the terminal and send everything.
void cterminal_repaint(void);
/// Sends bytes to the terminal as they are; false when it is gone.
bool cterminal_send(const char *bytes, size_t count);
/// Discards unread input.
void cterminal_discard_input(void);

/// Installs the signal handlers; returns the descriptor where each handled signal appears as a byte.
int cterminal_watch_signals(void);
/// Gives the calling thread an alternate stack, which handlers of a stack overflow need.
void cterminal_guard_thread(void);
/// Puts the old signal handlers back.
void cterminal_unwatch_signals(void);
/// Stops the process group as ctrl-z does, and returns when it is resumed.
void cterminal_stop_process(void);
/// Runs a program, given by its path and arguments that end with NULL, in the terminal and waits for its end; returns
/// its exit code, 128 and the number of the signal that ended it, or -1 if it could not be started.
int cterminal_run(int input, int output, char *const arguments[]);
/// True once after another process stopped and resumed this one.
bool cterminal_take_continued(void);

/// Redirects standard error to a file (NULL: discards it) if it is a terminal.
void cterminal_redirect_errors(const char *path);
/// Restores standard error.
void cterminal_restore_errors(void);

/// Runs body(context) on a thread of its own; false when there is none to be had.
bool cterminal_start_thread(void (*body)(void *), void *context);
/// Waits for the thread to end.
void cterminal_join_thread(void);
/// Makes a pipe that closes on exec; false when there is none to be had.
bool cterminal_pipe(int ends[2]);
/// Waits for input on up to three descriptors (negative ones are skipped); bit n is set for the nth,
/// bit n + 8 when it has hung up. A negative timeout waits for ever; milliseconds.
int cterminal_poll(const int fds[3], int timeout);
/// Reads available bytes; 0 at the end, -1 if there are none.
long cterminal_read(int fd, uint8_t *bytes, size_t capacity);
/// Closes a descriptor.
void cterminal_close(int fd);
/// Writes one byte, to wake the reader of a pipe.
void cterminal_wake(int fd);
/// Milliseconds since some point in the past.
int64_t cterminal_milliseconds(void);
