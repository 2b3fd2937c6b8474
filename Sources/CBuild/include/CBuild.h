#ifndef CBUILD_H
#define CBUILD_H

/// The commit that the package was built from; empty when that is not known.
const char *cbuild_commit(void);

/// Has freed memory go back to the system: glibc keeps it with each thread otherwise.
void cbuild_return_freed_memory(void);

/// Leaves the files that are open now to a process that closes them a moment after this one has ended.
///
/// The space of a large file that has no name any more is given back when it is closed, which takes a tenth
/// of a second for 500 MB where the disk is told of it.
void cbuild_close_files_later(void);

#endif
