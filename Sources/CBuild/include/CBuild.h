#ifndef CBUILD_H
#define CBUILD_H

/// The commit that the package was built from; empty when that is not known.
const char *cbuild_commit(void);

/// Has freed memory go back to the system: glibc keeps it with each thread otherwise.
void cbuild_return_freed_memory(void);

#endif
