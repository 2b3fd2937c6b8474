// Preloaded into the program under test: counts, fails, kills at, or records its calls on files.
//
// LONG_ROOT    only files below this folder count
// LONG_MODE    count, fail, kill or record
// LONG_CALLS   the kinds of calls that are numbered, such as write,sync
// LONG_AT      the number of the call to fail or to be killed at, from 1
// LONG_ERROR   the errno of a failing call; 0 writes only half
// LONG_STICKY  the kinds of calls that fail as well, from then on
// LONG_LOG     the file that numbered, failed or recorded calls are written to
//
// Calls go to the kernel directly, so what glibc calls inside itself is not seen.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN, CREATE, READ, WRITE, SYNC, TRUNCATE, RENAME, LINK, UNLINK, MKDIR, MAP, LOCK,
            ALLOCATE, KINDS };
static const char *const kind_names[] = {"open", "create", "read", "write", "sync", "truncate",
  "rename", "link", "unlink", "mkdir", "map", "lock", "allocate"};
enum { FILES = 4096, SHORT = -1 };

static char root[PATH_MAX];
static size_t root_length;
static char mode;
static unsigned numbered, sticky;
static long at, calls;
static int failure, log_file = -1, has_struck;
static char *volatile paths[FILES];
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static unsigned kinds(const char *list) {
  unsigned result = 0;
  for (int kind = 0; list && kind < KINDS; kind++) {
    size_t length = strlen(kind_names[kind]);
    for (const char *found = list; (found = strstr(found, kind_names[kind])); found += length)
      if ((found == list || found[-1] == ',') && (found[length] == ',' || !found[length]))
        result |= 1u << kind;
  }
  return result;
}

static void read_environment(void) {
  const char *value = getenv("LONG_ROOT"), *chosen = getenv("LONG_MODE");
  if (!value || !chosen) return;
  snprintf(root, sizeof root, "%s/", value);
  root_length = strlen(root);
  numbered = kinds(getenv("LONG_CALLS"));
  sticky = kinds(getenv("LONG_STICKY"));
  at = (value = getenv("LONG_AT")) ? atol(value) : 0;
  failure = (value = getenv("LONG_ERROR")) ? atoi(value) : 0;
  if (failure == 0) failure = SHORT;
  if ((value = getenv("LONG_LOG"))) {
    int file = syscall(SYS_openat, AT_FDCWD, value, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    // A high number, so that the program's own descriptors are what they always are.
    log_file = syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, 900);
    syscall(SYS_close, file);
  }
  mode = chosen[0];
}

static int active(void) {
  pthread_once(&once, read_environment);
  return mode != 0;
}

static const char *path_of(int file) {
  return file >= 0 && file < FILES ? paths[file] : NULL;
}

static int has_suffix(const char *path, const char *suffix) {
  size_t length = strlen(path), end = strlen(suffix);
  return length >= end && strcmp(path + length - end, suffix) == 0;
}

// Fills in the absolute path; whether it is below the root.
static int resolve(int folder, const char *path, char *result) {
  if (!active() || !path) return 0;
  char base[PATH_MAX] = "";
  if (path[0] != '/') {
    char link[64];
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, base, sizeof base - 2);
    if (length < 0) return 0;
    memcpy(base + length, "/", 2);
  }
  while (path[0] == '.' && path[1] == '/') path += 2;
  if (snprintf(result, PATH_MAX, "%s%s", base, strcmp(path, ".") ? path : "") >= PATH_MAX) return 0;
  return strncmp(result, root, root_length) == 0 || strlen(result) + 1 == root_length;
}

static void track(int file) {
  if (file < 0 || file >= FILES) return;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  int is_inside = strncmp(path, root, root_length) == 0 || strncmp(path, root, length) == 0;
  paths[file] = is_inside ? strdup(path) : NULL;
}

static void note(int kind, long number, const char *path) {
  char line[PATH_MAX + 64];
  int length = snprintf(line, sizeof line, "%ld %s %s\n", number, kind_names[kind], path + root_length);
  if (log_file >= 0) syscall(SYS_write, log_file, line, length);
}

// The errno that a call has to fail with, SHORT for half of a write, or 0; may not return at all.
static int strike(int kind, const char *path) {
  if (mode == 'r' || mode == 0 || !path) return 0;
  if (has_struck && (sticky >> kind & 1)) return failure == SHORT ? ENOSPC : failure;
  if (!(numbered >> kind & 1)) return 0;
  long number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  if (mode == 'c') note(kind, number, path);
  if (mode == 'c' || number != at) return 0;
  note(kind, number, path);
  if (mode == 'k') {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  has_struck = 1;
  return failure;
}

#define FAIL_IF_STRUCK(kind, path)                     \
  do {                                                 \
    int error_ = strike(kind, path);                   \
    if (error_ > 0) {                                  \
      errno = error_;                                  \
      return -1;                                       \
    }                                                  \
  } while (0)

// A disk that was too full for a write has no room left, which is how the program tells what happened.
int statvfs(const char *path, struct statvfs *status) {
  static int (*next)(const char *, struct statvfs *);
  if (!next) next = dlsym(RTLD_NEXT, "statvfs");
  int result = next(path, status);
  if (result == 0 && has_struck && (failure == ENOSPC || failure == SHORT)) status->f_bavail = 0;
  return result;
}

// MARK: - Recording

struct __attribute__((packed)) record {
  char what;
  uint64_t inode;
  int64_t offset;
  uint32_t length;
  uint16_t first, second;
};

static int records(void) { return active() && mode == 'r'; }

static void emit(char what, uint64_t inode, int64_t offset, const void *data, size_t length,
                 const char *first, const char *second) {
  int saved = errno;
  struct record record = {what, inode, offset, length, first ? strlen(first) : 0,
                          second ? strlen(second) : 0};
  struct iovec parts[] = {{&record, sizeof record}, {(void *)first, record.first},
                          {(void *)second, record.second}, {(void *)data, data ? length : 0}};
  syscall(SYS_writev, log_file, parts, 4);
  errno = saved;
}

static uint64_t inode_of(int file) {
  struct stat status;
  return fstat(file, &status) == 0 ? status.st_ino : 0;
}

// Whether what is written to a file has to be recorded: the shared memory is made new by the first who opens.
static int is_recorded(int file) {
  const char *path = path_of(file);
  return records() && path && !has_suffix(path, "-shm");
}

static void enter(int does) { if (does) pthread_mutex_lock(&turn); }
static void leave(int does) { if (does) pthread_mutex_unlock(&turn); }

// MARK: - Opening

static int open_path(int folder, const char *path, int flags, mode_t permissions) {
  char full[PATH_MAX];
  if (!resolve(folder, path, full)) {
    int file = syscall(SYS_openat, folder, path, flags, permissions);
    // The number may be one of a file that was closed where nobody sees it.
    if (path_of(file)) track(file);
    return file;
  }
  int is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
  struct stat status;
  int is_new = is_nameless || ((flags & O_CREAT) && lstat(full, &status) != 0);
  FAIL_IF_STRUCK(is_new ? CREATE : OPEN, full);
  int does = records() && !has_suffix(full, "-shm");
  enter(does);
  int file = syscall(SYS_openat, folder, path, flags, permissions);
  if (file >= 0) {
    track(file);
    if (does && is_new) emit('C', inode_of(file), 0, NULL, 0, is_nameless ? NULL : full, NULL);
    if (does && !is_new && (flags & O_TRUNC)) emit('T', inode_of(file), 0, NULL, 0, full, NULL);
  }
  leave(does);
  return file;
}

#define PERMISSIONS(flags)                                      \
  mode_t permissions = 0;                                       \
  if ((flags) & (O_CREAT | O_TMPFILE)) {                        \
    va_list list;                                               \
    va_start(list, flags);                                      \
    permissions = va_arg(list, mode_t);                         \
    va_end(list);                                               \
  }

int open(const char *path, int flags, ...) {
  PERMISSIONS(flags)
  return open_path(AT_FDCWD, path, flags, permissions);
}
int open64(const char *path, int flags, ...) {
  PERMISSIONS(flags)
  return open_path(AT_FDCWD, path, flags, permissions);
}
int openat(int folder, const char *path, int flags, ...) {
  PERMISSIONS(flags)
  return open_path(folder, path, flags, permissions);
}
int openat64(int folder, const char *path, int flags, ...) {
  PERMISSIONS(flags)
  return open_path(folder, path, flags, permissions);
}
int creat(const char *path, mode_t permissions) {
  return open_path(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, permissions);
}

static int fill_in(char *template) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  unsigned char bytes[6];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return -1;
  char *end = template + strlen(template) - 6;
  for (int index = 0; index < 6; index++) end[index] = letters[bytes[index] % 36];
  return 0;
}
static int make_temporary(char *template, int flags) {
  for (int attempt = 0; attempt < 100 && fill_in(template) == 0; attempt++) {
    int file = open_path(AT_FDCWD, template, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}
int mkstemp(char *template) { return make_temporary(template, 0); }
int mkstemp64(char *template) { return make_temporary(template, 0); }
int mkostemp(char *template, int flags) { return make_temporary(template, flags); }

int close(int file) {
  if (file >= 0 && file == log_file) return 0;
  if (path_of(file)) paths[file] = NULL;
  return syscall(SYS_close, file);
}

// MARK: - Reading and writing

ssize_t read(int file, void *bytes, size_t count) {
  if (path_of(file)) FAIL_IF_STRUCK(READ, path_of(file));
  return syscall(SYS_read, file, bytes, count);
}
static ssize_t read_at(int file, void *bytes, size_t count, off_t offset) {
  if (path_of(file)) FAIL_IF_STRUCK(READ, path_of(file));
  return syscall(SYS_pread64, file, bytes, count, offset);
}
ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  return read_at(file, bytes, count, offset);
}
ssize_t pread64(int file, void *bytes, size_t count, off_t offset) {
  return read_at(file, bytes, count, offset);
}

// `offset` is negative where the file's own position counts.
static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset) {
  if (path_of(file)) {
    int error = strike(WRITE, path_of(file));
    if (error > 0) {
      errno = error;
      return -1;
    }
    if (error == SHORT && count > 1) count /= 2;
  }
  int does = is_recorded(file);
  enter(does);
  off_t place = offset;
  if (does && offset < 0) {
    int is_end = fcntl(file, F_GETFL) & O_APPEND;
    place = lseek(file, 0, is_end ? SEEK_END : SEEK_CUR);
  }
  ssize_t done = offset < 0 ? syscall(SYS_write, file, bytes, count)
                            : syscall(SYS_pwrite64, file, bytes, count, offset);
  if (does && done > 0) emit('W', inode_of(file), place, bytes, done, NULL, NULL);
  leave(does);
  return done;
}
ssize_t write(int file, const void *bytes, size_t count) { return write_at(file, bytes, count, -1); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return write_at(file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
  return write_at(file, bytes, count, offset);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  if (!path_of(file)) return syscall(SYS_writev, file, parts, count);
  ssize_t done = 0;
  for (int index = 0; index < count; index++) {
    if (parts[index].iov_len == 0) continue;
    ssize_t part = write_at(file, parts[index].iov_base, parts[index].iov_len, -1);
    if (part < 0) return done > 0 ? done : part;
    done += part;
    if ((size_t)part < parts[index].iov_len) break;
  }
  return done;
}
ssize_t sendfile(int out, int in, off_t *offset, size_t count) {
  if (!path_of(out)) return syscall(SYS_sendfile, out, in, offset, count);
  char bytes[1 << 16];
  size_t size = count < sizeof bytes ? count : sizeof bytes;
  ssize_t found = offset ? pread(in, bytes, size, *offset) : read(in, bytes, size);
  if (found <= 0) return found;
  ssize_t done = write_at(out, bytes, found, -1);
  if (done > 0 && offset) *offset += done;
  return done;
}

static int sync_file(int file, int call) {
  const char *path = path_of(file);
  if (path) FAIL_IF_STRUCK(SYNC, path);
  int does = is_recorded(file);
  enter(does);
  int result = syscall(call, file);
  struct stat status;
  if (does && result == 0 && fstat(file, &status) == 0)
    emit(S_ISDIR(status.st_mode) ? 'D' : 'S', status.st_ino, 0, NULL, 0, path, NULL);
  leave(does);
  return result;
}
int fsync(int file) { return sync_file(file, SYS_fsync); }
int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

static int cut(int file, off_t size) {
  if (path_of(file)) FAIL_IF_STRUCK(TRUNCATE, path_of(file));
  int does = is_recorded(file);
  enter(does);
  int result = syscall(SYS_ftruncate, file, size);
  if (does && result == 0) emit('T', inode_of(file), size, NULL, 0, NULL, NULL);
  leave(does);
  return result;
}
int ftruncate(int file, off_t size) { return cut(file, size); }
int ftruncate64(int file, off_t size) { return cut(file, size); }

int fallocate(int file, int how, off_t offset, off_t length) {
  if (path_of(file)) FAIL_IF_STRUCK(ALLOCATE, path_of(file));
  int does = is_recorded(file);
  enter(does);
  struct stat status;
  int result = syscall(SYS_fallocate, file, how, offset, length);
  if (does && result == 0 && fstat(file, &status) == 0)
    emit('T', status.st_ino, status.st_size, NULL, 0, NULL, NULL);
  leave(does);
  return result;
}
int posix_fallocate(int file, off_t offset, off_t length) {
  return fallocate(file, 0, offset, length) == 0 ? 0 : errno;
}

// MARK: - Names

static int move(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char first[PATH_MAX], second[PATH_MAX];
  if (!resolve(from_folder, from, first) || !resolve(to_folder, to, second))
    return syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  FAIL_IF_STRUCK(RENAME, second);
  enter(records());
  int result = syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  if (records() && result == 0)
    emit(flags & RENAME_EXCHANGE ? 'E' : 'R', 0, 0, NULL, 0, first, second);
  leave(records());
  return result;
}
int rename(const char *from, const char *to) { return move(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return move(from_folder, from, to_folder, to, 0);
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return move(from_folder, from, to_folder, to, flags);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  char full[PATH_MAX];
  if (!resolve(to_folder, to, full))
    return syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
  FAIL_IF_STRUCK(LINK, full);
  enter(records());
  int result = syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
  struct stat status;
  if (records() && result == 0 && lstat(full, &status) == 0)
    emit('L', status.st_ino, 0, NULL, 0, full, NULL);
  leave(records());
  return result;
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

static int remove_name(int folder, const char *path, int flags) {
  char full[PATH_MAX];
  if (!resolve(folder, path, full)) return syscall(SYS_unlinkat, folder, path, flags);
  FAIL_IF_STRUCK(UNLINK, full);
  int does = records() && !has_suffix(full, "-shm");
  enter(does);
  int result = syscall(SYS_unlinkat, folder, path, flags);
  if (does && result == 0 && !(flags & AT_REMOVEDIR)) emit('U', 0, 0, NULL, 0, full, NULL);
  leave(does);
  return result;
}
int unlink(const char *path) { return remove_name(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return remove_name(folder, path, flags); }
int rmdir(const char *path) { return remove_name(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int folder, const char *path, mode_t permissions) {
  char full[PATH_MAX];
  if (resolve(folder, path, full)) FAIL_IF_STRUCK(MKDIR, full);
  return syscall(SYS_mkdirat, folder, path, permissions);
}
int mkdir(const char *path, mode_t permissions) { return mkdirat(AT_FDCWD, path, permissions); }

char *mkdtemp(char *template) {
  for (int attempt = 0; attempt < 100 && fill_in(template) == 0; attempt++) {
    if (mkdir(template, 0700) == 0) return template;
    if (errno != EEXIST) return NULL;
  }
  return NULL;
}

// MARK: - Maps and locks

static void *map(void *place, size_t length, int protection, int flags, int file, off_t offset) {
  const char *path = active() ? path_of(file) : NULL;
  int error = path ? strike(MAP, path) : 0;
  if (error) {
    errno = error > 0 ? error : ENOMEM;
    return MAP_FAILED;
  }
  // Writes to such memory are seen by nobody here.
  if (is_recorded(file) && (flags & MAP_SHARED) && (protection & PROT_WRITE))
    emit('X', inode_of(file), 0, NULL, 0, path, NULL);
  return (void *)syscall(SYS_mmap, place, length, protection, flags, file, offset);
}
void *mmap(void *place, size_t length, int protection, int flags, int file, off_t offset) {
  return map(place, length, protection, flags, file, offset);
}
void *mmap64(void *place, size_t length, int protection, int flags, int file, off_t offset) {
  return map(place, length, protection, flags, file, offset);
}

static int control(int file, int command, void *argument) {
  int takes = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
              command == F_OFD_SETLKW;
  if (takes && path_of(file) && ((struct flock *)argument)->l_type != F_UNLCK)
    FAIL_IF_STRUCK(LOCK, path_of(file));
  int result = syscall(SYS_fcntl, file, command, argument);
  if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && active() && path_of(file)) track(result);
  return result;
}
#define ARGUMENT(command)              \
  va_list list;                        \
  va_start(list, command);             \
  void *argument = va_arg(list, void *); \
  va_end(list);
int fcntl(int file, int command, ...) {
  ARGUMENT(command)
  return control(file, command, argument);
}
int fcntl64(int file, int command, ...) {
  ARGUMENT(command)
  return control(file, command, argument);
}
int flock(int file, int operation) {
  if (path_of(file) && (operation & ~LOCK_NB) != LOCK_UN) FAIL_IF_STRUCK(LOCK, path_of(file));
  return syscall(SYS_flock, file, operation);
}
