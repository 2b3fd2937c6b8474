#include "CBuild.h"

#include <malloc.h>

void cbuild_return_freed_memory(void) {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 1 << 18);
}
