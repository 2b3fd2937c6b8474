#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CTerminal.h"
#include "internal.h"

static pthread_t thread;
static int old_errors = -1;

typedef struct {
  void (*body)(void *);
  void *context;
} start;

int cterminal_open_tty(bool writing) {
  return open("/dev/tty", (writing ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOCTTY);
}

bool cterminal_send(const char *bytes, size_t count) {
  return cterminal_write_all(cterminal_restore_state.output, bytes, count);
}

void cterminal_discard_input(void) { tcflush(cterminal_restore_state.output, TCIFLUSH); }

bool cterminal_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0; }

int cterminal_poll(const int fds[3], int timeout) {
  struct pollfd entries[3];
  for (int i = 0; i < 3; i++) entries[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
  int result = 0;
  if (poll(entries, 3, timeout) <= 0) return 0;
  for (int i = 0; i < 3; i++) {
    if (entries[i].revents & POLLIN) result |= 1 << i;
    if (entries[i].revents & (POLLHUP | POLLERR | POLLNVAL)) result |= 1 << (i + 8);
  }
  return result;
}

long cterminal_read(int fd, uint8_t *bytes, size_t capacity) {
  ssize_t count = read(fd, bytes, capacity);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return -1;
  return count < 0 ? 0 : (long)count;
}

void cterminal_close(int fd) { close(fd); }

void cterminal_wake(int fd) { (void)!write(fd, "", 1); }

static void *run(void *argument) {
  start begin = *(start *)argument;
  free(argument);
  begin.body(begin.context);
  return NULL;
}

bool cterminal_start_thread(void (*body)(void *), void *context) {
  start *begin = malloc(sizeof *begin);
  if (begin == NULL) return false;
  *begin = (start){body, context};
  if (pthread_create(&thread, NULL, run, begin) == 0) return true;
  free(begin);
  return false;
}

void cterminal_join_thread(void) { pthread_join(thread, NULL); }

static void write_note(const char *path) {
  cterminal_restoration *state = &cterminal_restore_state;
  int length = path == NULL
                   ? snprintf(state->note, sizeof state->note, "The program crashed.\n")
                   : snprintf(
                         state->note, sizeof state->note,
                         "The program crashed. See %s\n", path);
  bool fits = length > 0 && (size_t)length < sizeof state->note;
  state->note_length = fits ? (size_t)length : 0;
}

void cterminal_redirect_errors(const char *path) {
  cterminal_restoration *state = &cterminal_restore_state;
  if (state->nowhere < 0) state->nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (old_errors >= 0 || state->nowhere < 0 || !isatty(STDERR_FILENO)) return;
  int log = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  old_errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  dup2(log < 0 ? state->nowhere : log, STDERR_FILENO);
  write_note(log < 0 ? NULL : path);
  state->announce = old_errors;
  if (log >= 0) close(log);
}

void cterminal_restore_errors(void) {
  if (old_errors < 0) return;
  cterminal_restore_state.announce = -1;
  dup2(old_errors, STDERR_FILENO);
  close(old_errors);
  old_errors = -1;
}
