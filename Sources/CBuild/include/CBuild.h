#ifndef CBUILD_H
#define CBUILD_H

/// The commit that the package was built from; empty when that is not known.
const char *cbuild_commit(void);

#endif
