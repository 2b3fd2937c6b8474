#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

// term.h names terminfo's numbers with common words.
#undef columns
#undef lines

#include "CTerminal.h"
#include "internal.h"

static SCREEN *screen;
/// The descriptor that ncurses writes to, and a file in memory that stands in for it during an update.
static int screen_output, captured = -1;

// Everything the driver ever switches on: synchronized output, mouse, focus, paste, links.
static const char modes_off[] =
    "\033[?2026l\033[?1006l\033[?1002l\033[?1004l\033[?2004l";

int cterminal_use_utf8_locale(void) {
  // Only LC_CTYPE: LC_NUMERIC stays "C", so that no number is ever read or printed with a comma.
  static const char *const fallbacks[] = {"", "C.UTF-8", "C.utf8", "en_US.UTF-8"};
  for (size_t i = 0; i < sizeof fallbacks / sizeof *fallbacks; i++) {
    if (setlocale(LC_CTYPE, fallbacks[i]) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) {
      return i == 0 ? CTERMINAL_LOCALE_NAMED : CTERMINAL_LOCALE_OTHER;
    }
  }
  setlocale(LC_CTYPE, "C");
  return CTERMINAL_LOCALE_NONE;
}

bool cterminal_can_report_cursor(void) {
  const char *question = tigetstr("u7");
  return question != NULL && question != (char *)-1 && strcmp(question, "\033[6n") == 0;
}

int cterminal_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

bool cterminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

/// Adds a terminfo string to the reset sequence, without its padding ("$<5>").
static void append_reset(const char *text) {
  cterminal_restoration *state = &cterminal_restore_state;
  if (text == NULL || text == (const char *)-1) return;
  while (*text && state->reset_length < sizeof state->reset) {
    if (text[0] == '$' && text[1] == '<') {
      const char *end = strchr(text, '>');
      if (end != NULL) {
        text = end + 1;
        continue;
      }
    }
    state->reset[state->reset_length++] = *text++;
  }
}

/// Without an alternate screen, the shell continues in the last line.
static void append_clearing_of_last_line(void) {
  const char *position = tigetstr("cup");
  // Terminals of this kind take a row beyond the last for the last.
  if (strncmp(position, "\033[", 2) != 0) return;
  append_reset(tparm((char *)position, 998, 0));
  append_reset(tigetstr("el"));
}

static void prepare_restoration(int output) {
  cterminal_restoration *state = &cterminal_restore_state;
  state->output = output;
  state->reset_length = 0;
  append_reset(modes_off);
  append_reset(tigetstr("sgr0"));
  append_reset(tigetstr("op"));
  append_reset(tigetstr("cnorm"));
  append_clearing_of_last_line();
  append_reset(tigetstr("rmcup"));
}

/// Asks terminfo without the side effects of newterm.
static int check_type(const char *type, int output) {
  int error = 0;
  TERMINAL *before = cur_term;
  if (setupterm((char *)type, output, &error) != OK) return CTERMINAL_UNKNOWN_TYPE;
  const char *position = tigetstr("cup");
  bool can_position = position != NULL && position != (char *)-1;
  TERMINAL *mine = set_curterm(before);
  del_curterm(mine);
  return can_position ? CTERMINAL_STARTED : CTERMINAL_CANNOT_POSITION;
}

static void restore_at_exit(void) { cterminal_restore_now(); }

static bool register_exit(void) {
  static bool registered;
  if (!registered) registered = atexit(restore_at_exit) == 0 && at_quick_exit(restore_at_exit) == 0;
  return registered;
}

static bool open_screen(const char *type, int input, int output) {
  FILE *in = fdopen(dup(input), "r");
  FILE *out = fdopen(dup(output), "w");
  if (in == NULL || out == NULL) return false;
  // The size comes from the terminal alone: LINES and COLUMNS may be stale exports.
  use_env(FALSE);
  use_tioctl(TRUE);
  screen = newterm((char *)type, out, in);
  screen_output = fileno(out);
  captured = memfd_create("frame", MFD_CLOEXEC);
  return screen != NULL;
}

static void set_modes(void) {
  raw();
  noecho();
  nonl();
  // Another thread reads the input, so ncurses must not hold back output because there is some.
  typeahead(-1);
  // Cells that are moved by the terminal would take their links along.
  idlok(stdscr, FALSE);
  idcok(stdscr, FALSE);
  scrollok(stdscr, FALSE);
  curs_set(0);
  def_prog_mode();
}

int cterminal_start(const char *type, int input, int output) {
  int check = check_type(type, output);
  if (check != CTERMINAL_STARTED) return check;
  if (tcgetattr(output, &cterminal_restore_state.saved) != 0) return CTERMINAL_SYSTEM_ERROR;
  if (!register_exit()) return CTERMINAL_SYSTEM_ERROR;
  if (!open_screen(type, input, output)) return CTERMINAL_UNKNOWN_TYPE;
  prepare_restoration(output);
  cterminal_restore_state.active = 1;
  set_modes();
  return CTERMINAL_STARTED;
}

static void clear_last_line(void) {
  attrset(A_NORMAL);
  move(getmaxy(stdscr) - 1, 0);
  clrtoeol();
  refresh();
}

void cterminal_leave(void) {
  // The terminal may have another style than ncurses assumes.
  cterminal_send("\033[m", 3);
  clear_last_line();
  cterminal_send(modes_off, sizeof modes_off - 1);
  endwin();
  // endwin restores the state that ncurses found; this is the state before that.
  tcsetattr(cterminal_restore_state.output, TCSADRAIN, &cterminal_restore_state.saved);
  cterminal_restore_state.active = 0;
}

void cterminal_end(void) {
  if (!cterminal_restore_state.active) return;
  cterminal_leave();
}

void cterminal_reenter(void) {
  cterminal_restore_state.active = 1;
  // A shell may have changed the modes while it had the terminal. Leaving twice would put the
  // cursor where it was at the start.
  if (!isendwin()) endwin();
  reset_prog_mode();
  clearok(curscr, TRUE);
  curs_set(1);
  curs_set(0);
  doupdate();
}

void cterminal_resize(int columns, int rows) {
  resizeterm(rows, columns);
  // newterm's screen may still hold contents that the terminal has reflowed.
  werase(stdscr);
  clearok(curscr, TRUE);
}

int cterminal_colors(bool allowed) {
  if (!allowed || !has_colors() || start_color() == ERR) return 0;
  use_default_colors();
  return COLORS;
}

int cterminal_pairs(void) { return COLOR_PAIRS; }

bool cterminal_define_pair(int32_t pair, int32_t foreground, int32_t background) {
  return init_extended_pair(pair, foreground, background) == OK;
}

static attr_t attributes_of(uint32_t bits) {
  attr_t result = WA_NORMAL;
  if (bits & 1) result |= WA_BOLD;
  if (bits & 2) result |= WA_DIM;
  if (bits & 4) result |= WA_ITALIC;
  if (bits & 8) result |= WA_UNDERLINE;
  if (bits & 16) result |= WA_REVERSE;
  // ncurses has no strikethrough.
  if (bits & 32) result |= WA_DIM;
  return result;
}

static void convert(const cterminal_cell *cell, cchar_t *result) {
  wchar_t text[6] = {0};
  for (int i = 0; i < 5; i++) text[i] = (wchar_t)cell->scalars[i];
  int pair = cell->pair;
  setcchar(result, text, attributes_of(cell->attributes), 0, &pair);
}

static int columns_of(const cterminal_cell *cells, int count) {
  int columns = 0;
  for (int i = 0; i < count; i++) {
    int width = wcwidth((wchar_t)cells[i].scalars[0]);
    columns += width > 0 ? width : 1;
  }
  return columns;
}

void cterminal_draw(int row, int column, const cterminal_cell *cells, int count) {
  cchar_t buffer[256];
  while (count > 0) {
    int part = count < 256 ? count : 256;
    for (int i = 0; i < part; i++) convert(&cells[i], &buffer[i]);
    mvadd_wchnstr(row, column, buffer, part);
    count -= part;
    if (count > 0) column += columns_of(cells, part);
    cells += part;
  }
}

/// Reads what ncurses wrote since the last time.
static size_t read_captured(const uint8_t **bytes) {
  static uint8_t *frame;
  static size_t capacity;
  size_t count = (size_t)lseek(captured, 0, SEEK_CUR);
  if (count > capacity) {
    frame = realloc(frame, count);
    if (frame == NULL) abort();
    capacity = count;
  }
  size_t length = 0;
  ssize_t part;
  while ((part = pread(captured, frame + length, count - length, (off_t)length)) > 0) {
    length += (size_t)part;
  }
  lseek(captured, 0, SEEK_SET);
  *bytes = frame;
  return length;
}

size_t cterminal_update(int row, int column, const uint8_t **bytes) {
  curs_set(row < 0 ? 0 : 1);
  // A hidden cursor may stay anywhere.
  leaveok(stdscr, row < 0);
  move(row < 0 ? 0 : row, row < 0 ? 0 : column);
  wnoutrefresh(stdscr);
  bool is_captured = captured >= 0 && dup2(captured, screen_output) >= 0;
  doupdate();
  if (!is_captured) return 0;
  dup2(cterminal_restore_state.output, screen_output);
  return read_captured(bytes);
}

void cterminal_repaint(void) { clearok(curscr, TRUE); }
