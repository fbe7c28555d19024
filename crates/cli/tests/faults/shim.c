/* Loaded before the C library: counts what a program does to files below /t and /p and what it writes to a pipe, tells of it, and
 * ends the program, lets a call fail or does something beside it at a call that the test names. Only the program itself is meant,
 * not what it starts.
 *
 *   SHIM_CALLS=rename,open   only these calls count (all, if not said): open (of a new file), write, log, rename, unlink, mkdir,
 *                            symlink, fsync, chmod, fchmod, fchown
 *   SHIM_TRACE=FILE          a line for each call: its number, its name, its path
 *   SHIM_KILL=N              SIGKILL before the call with this number
 *   SHIM_FAIL=N SHIM_ERRNO=E the call with this number fails
 *   SHIM_AT=CALL:PATH SHIM_RUN=COMMAND   the command is run before each such call
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pid_t self;
static int trace = -1, count, kill_at, fail_at, fail_with;
static char calls[256], at[4096], command[4096];
static __thread int inside;

static void keep(char *to, size_t size, const char *name) {
  const char *value = getenv(name);
  snprintf(to, size, "%s", value ? value : "");
  unsetenv(name);
}

__attribute__((constructor)) static void begin(void) {
  char text[4096];
  self = getpid();
  keep(calls, sizeof calls, "SHIM_CALLS");
  keep(at, sizeof at, "SHIM_AT");
  keep(command, sizeof command, "SHIM_RUN");
  keep(text, sizeof text, "SHIM_KILL");
  kill_at = atoi(text);
  keep(text, sizeof text, "SHIM_FAIL");
  fail_at = atoi(text);
  keep(text, sizeof text, "SHIM_ERRNO");
  fail_with = atoi(text);
  keep(text, sizeof text, "SHIM_TRACE");
  if (*text) trace = open(text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  unsetenv("LD_PRELOAD");
}

/* The path that a name in a held folder stands for. */
static void resolve(const char *path, char *out, size_t size) {
  int fd, used = 0;
  char link[64], folder[2048];
  if (sscanf(path, "/proc/self/fd/%d%n", &fd, &used) == 1) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, folder, sizeof folder - 1);
    folder[length < 0 ? 0 : length] = 0;
    snprintf(out, size, "%s%s", folder, path + used);
  } else {
    snprintf(out, size, "%s", path);
  }
}

static int step(const char *call, const char *raw) {
  char path[8192], line[9000], name[64];
  if (inside || getpid() != self) return 0;
  inside = 1;
  resolve(raw, path, sizeof path);
  snprintf(name, sizeof name, ",%s,", call);
  snprintf(line, sizeof line, ",%s,", calls);
  int meant = (!*calls || strstr(line, name)) &&
              (!strcmp(call, "log") || !strcmp(path, "/t") || !strncmp(path, "/t/", 3) || !strncmp(path, "/p/", 3));
  int failed = 0;
  if (meant) {
    count++;
    if (trace >= 0) dprintf(trace, "%d %s %s\n", count, call, path);
    if (count == kill_at) kill(self, SIGKILL);
    if (count == fail_at) failed = 1;
  }
  snprintf(line, sizeof line, "%s:%s", call, path);
  if (*at && !strcmp(at, line) && system(command) != 0) abort();
  inside = 0;
  if (failed) errno = fail_with;
  return failed;
}

static int step_fd(const char *call, int fd) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return step(call, path);
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, name, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (flags & O_CREAT && step("open", path)) return -1; \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define PATH1(name, call) \
  int name(const char *path) { REAL(int, name, const char *); return step(call, path) ? -1 : real(path); }
PATH1(unlink, "unlink")

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  return step("rename", to) ? -1 : real(from, to);
}
int symlink(const char *to, const char *path) {
  REAL(int, symlink, const char *, const char *);
  return step("symlink", path) ? -1 : real(to, path);
}
int mkdir(const char *path, mode_t mode) { REAL(int, mkdir, const char *, mode_t); return step("mkdir", path) ? -1 : real(path, mode); }
int chmod(const char *path, mode_t mode) { REAL(int, chmod, const char *, mode_t); return step("chmod", path) ? -1 : real(path, mode); }
int fchmod(int fd, mode_t mode) { REAL(int, fchmod, int, mode_t); return step_fd("fchmod", fd) ? -1 : real(fd, mode); }
int fchown(int fd, uid_t user, gid_t group) {
  REAL(int, fchown, int, uid_t, gid_t);
  return step_fd("fchown", fd) ? -1 : real(fd, user, group);
}
int fsync(int fd) { REAL(int, fsync, int); return step_fd("fsync", fd) ? -1 : real(fd); }
ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, write, int, const void *, size_t);
  return step_fd(fd == 1 || fd == 2 ? "log" : "write", fd) ? -1 : real(fd, bytes, size);
}
