#include "CBuild.h"

#include <malloc.h>

void cbuild_share_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

void cbuild_return_freed_memory(void) { mallopt(M_MMAP_THRESHOLD, 1 << 18); }
