#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "CTerminal.h"
#include "internal.h"

cterminal_restoration cterminal_restore_state = {.output = -1, .announce = -1, .nowhere = -1};

static int wake[2] = {-1, -1};
static volatile sig_atomic_t continued;
static volatile sig_atomic_t stopping;
static volatile int64_t asked_at;

// Closing a terminal brings SIGHUP twice (from the shell and from the kernel) within moments; only
// what comes later than this many milliseconds means that the program does not listen.
static const int64_t patience = 500;

typedef struct {
  int number;
  /// NULL for a crash, which has a handler of another kind.
  void (*handler)(int);
  bool installed;
  struct sigaction old;
} watched;

static void on_notice(int number);
static void on_request(int number);
static void on_continue(int number);
static void on_crash(int number, siginfo_t *info, void *context);

static watched table[] = {
    {SIGWINCH, on_notice},  {SIGTSTP, on_notice},  {SIGCONT, on_continue}, {SIGINT, on_request},
    {SIGTERM, on_request},  {SIGHUP, on_request},  {SIGILL, NULL},     {SIGTRAP, NULL},
    {SIGABRT, NULL},    {SIGSEGV, NULL},   {SIGBUS, NULL},     {SIGFPE, NULL},
    {SIGQUIT, on_request}, {SIGSYS, NULL},    {SIGXCPU, NULL},    {SIGXFSZ, SIG_IGN},
    {SIGALRM, NULL},    {SIGVTALRM, NULL}, {SIGPROF, NULL},    {SIGUSR1, NULL},
    {SIGUSR2, NULL},    {SIGPIPE, SIG_IGN},
};
static const size_t table_count = sizeof table / sizeof *table;

bool cterminal_write_all(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      const int fds[3] = {-1, -1, -1};
      cterminal_poll(fds, 5);
      continue;
    }
    if (written <= 0) return false;
    bytes += written;
    count -= (size_t)written;
  }
  return true;
}

void cterminal_restore_now(void) {
  cterminal_restoration *state = &cterminal_restore_state;
  if (!state->active) return;
  state->active = 0;
  // In the background, changing the modes would stop the process instead.
  signal(SIGTTOU, SIG_IGN);
  cterminal_write_all(state->output, state->reset, state->reset_length);
  tcsetattr(state->output, TCSANOW, &state->saved);
  tcflush(state->output, TCIFLUSH);
}

int64_t cterminal_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void notify(int number) {
  char byte = (char)number;
  int saved = errno;
  (void)!write(wake[1], &byte, 1);
  errno = saved;
}

static void on_notice(int number) { notify(number); }

static void on_continue(int number) {
  continued = 1;
  if (!stopping) notify(number);
}

/// Restores the default action: the signal is blocked here, so it is delivered when the handler returns.
static void die_of(int number) {
  cterminal_restore_now();
  signal(number, SIG_DFL);
  raise(number);
}

static void on_request(int number) {
  int64_t now = cterminal_milliseconds();
  if (asked_at == 0) {
    asked_at = now;
    notify(number);
  } else if (now - asked_at > patience) {
    die_of(number);
  }
}

/// Says where to look, and sends there what Swift's backtracer would ask and print on the terminal
/// for half a minute.
static void announce_crash(void) {
  cterminal_restoration *state = &cterminal_restore_state;
  if (state->nowhere < 0) return;
  if (state->announce >= 0) {
    cterminal_write_all(state->announce, state->note, state->note_length);
  }
  dup2(state->nowhere, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

/// A signal that somebody sent is no fault that comes again when the handler returns: Swift's backtracer
/// would find nothing, and the program would go on with no terminal. It takes the default way out.
static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  bool was_active = cterminal_restore_state.active;
  bool is_sent = info->si_code <= 0 && info->si_pid != getpid();
  cterminal_restore_now();
  if (was_active) announce_crash();
  if (is_sent) signal(number, SIG_DFL);
  for (size_t i = 0; !is_sent && i < table_count; i++) {
    if (table[i].number == number) sigaction(number, &table[i].old, NULL);
  }
  errno = saved;
  raise(number);
}

/// Requests and job control that the parent switched off (nohup, a background job) stay off.
static bool is_respected(const watched *entry) {
  struct sigaction now;
  if (entry->handler == NULL && entry->number != SIGUSR1 && entry->number != SIGUSR2) {
    return false;
  }
  return sigaction(entry->number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static void install(watched *entry) {
  if (entry->installed || is_respected(entry)) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_flags = SA_RESTART | SA_ONSTACK | (entry->handler == NULL ? SA_SIGINFO : 0);
  if (entry->handler == NULL) {
    action.sa_sigaction = on_crash;
  } else {
    action.sa_handler = entry->handler;
  }
  sigemptyset(&action.sa_mask);
  entry->installed = sigaction(entry->number, &action, &entry->old) == 0;
}

void cterminal_guard_thread(void) {
  static _Thread_local bool is_guarded;
  const size_t size = 65536;
  stack_t current;
  if (is_guarded) return;
  is_guarded = true;
  if (sigaltstack(NULL, &current) == 0 && !(current.ss_flags & SS_DISABLE)) return;
  stack_t mine = {.ss_sp = malloc(size), .ss_size = size};
  if (mine.ss_sp != NULL) sigaltstack(&mine, NULL);
}

int cterminal_watch_signals(void) {
  if (wake[0] < 0 && !cterminal_pipe(wake)) return -1;
  fcntl(wake[1], F_SETFL, O_NONBLOCK);
  asked_at = 0;
  continued = 0;
  for (size_t i = 0; i < table_count; i++) install(&table[i]);
  return wake[0];
}

void cterminal_unwatch_signals(void) {
  for (size_t i = 0; i < table_count; i++) {
    if (table[i].installed) sigaction(table[i].number, &table[i].old, NULL);
    table[i].installed = false;
  }
}

/// The signal may reach another thread, and kill() may return before the process stops. Nobody may
/// stop an orphaned process group, so the wait has an end.
static void await_continue(void) {
  const int nothing[3] = {-1, -1, -1};
  for (int i = 0; i < 60 && !continued; i++) cterminal_poll(nothing, 5);
}

void cterminal_stop_process(void) {
  struct sigaction mine, standard;
  if (sigaction(SIGTSTP, NULL, &mine) != 0 || mine.sa_handler == SIG_IGN) return;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  stopping = 1;
  continued = 0;
  sigaction(SIGTSTP, &standard, NULL);
  kill(0, SIGTSTP);
  await_continue();
  sigaction(SIGTSTP, &mine, NULL);
  stopping = 0;
  continued = 0;
}

bool cterminal_take_continued(void) {
  bool result = continued;
  continued = 0;
  return result;
}
