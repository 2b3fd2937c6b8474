#ifndef CBUILD_H
#define CBUILD_H

/// The commit that the package was built from; empty when that is not known.
const char *cbuild_commit(void);

/// Has all threads share one heap of glibc: those of other threads grow by a page at a time, each with a
/// system call, and keep what is freed. To be called before the first thread starts.
void cbuild_share_one_heap(void);

/// Has large blocks of freed memory go back to the system at once.
void cbuild_return_freed_memory(void);

/// Leaves the files that are open now to a process that closes them a moment after this one has ended.
///
/// The space of a large file that has no name any more is given back when it is closed, which takes a tenth
/// of a second for 500 MB where the disk is told of it.
void cbuild_close_files_later(void);

#endif
