#include "CBuild.h"

#ifndef BOBA_COMMIT
#define BOBA_COMMIT ""
#endif

const char *cbuild_commit(void) { return BOBA_COMMIT; }
