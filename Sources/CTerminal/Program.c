#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CTerminal.h"
#include "internal.h"

extern char **environ;

/// Signals that the program handles or ignores, and that a child must handle as if it came from a shell.
static const int restored[] = {SIGINT, SIGQUIT, SIGTSTP, SIGPIPE, SIGXFSZ};
static const size_t restored_count = sizeof restored / sizeof *restored;

static bool is_ignored(int number) {
  struct sigaction now;
  return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static int start_program(pid_t *child, const int fds[3], char *const arguments[]) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t defaults, none;
  sigemptyset(&defaults);
  sigemptyset(&none);
  for (size_t i = 0; i < restored_count; i++) sigaddset(&defaults, restored[i]);
  posix_spawn_file_actions_init(&files);
  for (int i = 0; i < 3; i++) posix_spawn_file_actions_adddup2(&files, fds[i], i);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  int error = posix_spawn(child, arguments[0], &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

/// Whether only the child stopped, not the whole process group as with ctrl-z in most editors, which
/// stops this process as well: by the time it runs again, so does the child.
static bool has_stopped_alone(pid_t child) {
  const int nothing[3] = {-1, -1, -1};
  siginfo_t info = {0};
  cterminal_poll(nothing, 50);
  return waitid(P_PID, (id_t)child, &info, WCONTINUED | WNOHANG) == 0 && info.si_pid == 0;
}

static int await_program(pid_t child) {
  int status = 0;
  while (true) {
    pid_t changed = waitpid(child, &status, WUNTRACED);
    if (changed < 0 && errno != EINTR) return -1;
    if (changed < 0) continue;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
    // The shell has to see that its job stopped; it resumes both.
    if (has_stopped_alone(child)) kill(0, SIGTSTP);
  }
}

int cterminal_run(int input, int output, char *const arguments[]) {
  // The keys of the terminal are meant for the child, as in a shell; ctrl-z stops both.
  struct sigaction old[3], action;
  const int numbers[3] = {SIGINT, SIGQUIT, SIGTSTP};
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < 3; i++) {
    action.sa_handler = numbers[i] == SIGTSTP && !is_ignored(SIGTSTP) ? SIG_DFL : SIG_IGN;
    sigaction(numbers[i], &action, &old[i]);
  }
  const int fds[3] = {input, output, output};
  pid_t child = 0;
  int result = start_program(&child, fds, arguments) == 0 ? await_program(child) : -1;
  for (int i = 0; i < 3; i++) sigaction(numbers[i], &old[i], NULL);
  return result;
}
