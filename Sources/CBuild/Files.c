#define _GNU_SOURCE

#include "CBuild.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

static void outlive(int parent) {
  // Who reads what the parent printed must not wait for this process.
  for (int descriptor = 0; descriptor <= 2; descriptor++) close(descriptor);
  char byte;
  while (read(parent, &byte, 1) < 0 && errno == EINTR) continue;
  // The parent is closing its files: this process must be the last to do so.
  struct timespec moment = {0, 50000000};
  nanosleep(&moment, 0);
  _exit(0);
}

void cbuild_close_files_later(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  if (fork() == 0) {
    close(ends[1]);
    outlive(ends[0]);
  }
  // The other end closes when this process ends.
  close(ends[0]);
}
