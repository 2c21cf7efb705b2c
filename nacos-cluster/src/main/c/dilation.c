/* Preloaded into a process, this gives it the time of a cluster, which may run slower than the wall's, and lets each of its
 * threads work as fast as one processor does in that time. See docs/how-to/scale-model.md.
 *
 *   NACOS_CAPACITY_CLOCK   the cluster's clock: a file that all its processes map, written by ClusterClock.java
 *   NACOS_CAPACITY_PACED   1 in a node: its threads are paced
 *
 * Time runs at the wall's rate until the clock is slowed, which happens once. Times are in nanoseconds. Virtual time is what
 * the process sees; real time is the kernel's. A wait has a virtual deadline, and is armed again when it ends too early, so
 * that a wait which is under way when time slows ends when it should.
 *
 * Pacing: what a thread has computed becomes visible to others (a write, a signal, a wait) no sooner than a processor that
 * lives in virtual time would have computed it. CPU clocks are left alone: a CPU second is a CPU second in both times. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

typedef struct timespec spec;

/* The same layout as ClusterClock.java: 24 bytes, little-endian. What it holds is written before slowed is. */
struct clock {
  int64_t slowed;  /* CLOCK_MONOTONIC when time slows, a moment after this is written; 0 before */
  int64_t wall;    /* what CLOCK_REALTIME shows more than CLOCK_MONOTONIC */
  double dilation; /* real seconds in a virtual one */
};

enum { SECOND = 1000000000 };
static const int64_t FOREVER = (int64_t)SECOND * 4000000000; /* later than any time of day, and no overflow when added to one */

/* A thread that is less than this ahead, in virtual and in real time, goes on, and owes the rest: to fall asleep and wake up
 * costs a virtual machine 20 to 50 us of its processors. */
static const int64_t EARLY = 20000, SHORTEST_SLEEP = 50000;
/* A thread that had to wait for a processor makes good this much at most; more than that, it was waiting for something else. */
static const int64_t CATCH_UP = 20000000;

static volatile struct clock *shared;
static int paced;

/* The function of the same name that this one hides. Condition variables have an older one on x86-64, without a clock. */
static void *next(const char *name) {
  void *found = strncmp(name, "pthread_cond", 12) ? 0 : dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  return found ? found : dlsym(RTLD_NEXT, name);
}
#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)next(#name)

/* An older C library has none of these, and whoever finds them here takes them for there. */
#define REAL_OR(name, otherwise) \
  REAL(name); \
  if (!real) return otherwise

static int64_t real_now(clockid_t id) {
  static __typeof__(clock_gettime) *real;
  if (!real) real = (__typeof__(clock_gettime) *)next("clock_gettime");
  spec now;
  real(id, &now);
  return now.tv_sec * (int64_t)SECOND + now.tv_nsec;
}

__attribute__((constructor)) static void join(void) {
  const char *file = getenv("NACOS_CAPACITY_CLOCK"), *pace = getenv("NACOS_CAPACITY_PACED");
  int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
  struct stat found;
  if (fd < 0) return;
  void *map = fstat(fd, &found) || found.st_size < (off_t)sizeof *shared
      ? MAP_FAILED : mmap(0, sizeof *shared, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (map == MAP_FAILED) return;
  paced = pace && *pace == '1';
  shared = map;
}

/* When time slows; 0 while that is not known. */
static int64_t slowed(void) { return shared ? __atomic_load_n(&shared->slowed, __ATOMIC_ACQUIRE) : 0; }

/* What the monotonic clock shows. It alone is asked, so that a step of the wall's clock, or a suspended machine, moves nothing. */
static int64_t now(void) {
  int64_t real = real_now(CLOCK_MONOTONIC), from = slowed();
  return from && real > from ? from + (int64_t)((real - from) / shared->dilation) : real;
}

/* How long it takes in real time until that moment; rounded up, so that no wait ends a nanosecond too early. */
static int64_t real_left(int64_t virtual) {
  if (virtual >= FOREVER) return FOREVER;
  int64_t from = slowed();
  if (from && virtual > from) {
    double since = (virtual - from) * shared->dilation + 1;
    if (since >= FOREVER) return FOREVER;
    virtual = from + (int64_t)since;
  }
  int64_t left = virtual - real_now(CLOCK_MONOTONIC);
  return left > 0 ? left : 0;
}

static int64_t real_span(int64_t virtual) { return slowed() ? virtual * shared->dilation : virtual; }

static int64_t nanos(const spec *t) {
  return t->tv_sec >= FOREVER / SECOND ? FOREVER : t->tv_sec * (int64_t)SECOND + t->tv_nsec;
}
static spec to_spec(int64_t t) { return (spec){t / SECOND, t % SECOND}; }
static int64_t later(int64_t span) { return span >= FOREVER ? FOREVER : now() + span; }

/* ---- clocks ---- */

int clock_gettime(clockid_t id, spec *t) {
  REAL(clock_gettime);
  if (!slowed()) return real(id, t);
  switch (id) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE:
      *t = to_spec(now() + shared->wall);
      return 0;
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_COARSE: case CLOCK_MONOTONIC_RAW: case CLOCK_BOOTTIME:
      *t = to_spec(now());
      return 0;
    default: return real(id, t);
  }
}
int gettimeofday(struct timeval *t, __attribute__((unused)) void *zone) {
  spec s;
  clock_gettime(CLOCK_REALTIME, &s);
  *t = (struct timeval){s.tv_sec, s.tv_nsec / 1000};
  return 0;
}
time_t time(time_t *t) {
  spec s;
  clock_gettime(CLOCK_REALTIME, &s);
  if (t) *t = s.tv_sec;
  return s.tv_sec;
}

/* ---- pacing ---- */

static __thread int64_t cpu; /* what the thread had computed at the last look */
static __thread int64_t due; /* when one processor in virtual time has done that; 0 before the first look */

static void sleep_until(int64_t virtual) {
  REAL(nanosleep);
  for (int64_t left; (left = real_left(virtual)) > 0;) {
    spec span = to_spec(left);
    if (!real(&span, 0)) return;
  }
}

/* Adds what the thread has computed since the last look. */
static void account(int64_t moment) {
  int64_t computed = real_now(CLOCK_THREAD_CPUTIME_ID);
  if (!due) {
    prctl(PR_SET_TIMERSLACK, 1);
    due = moment;
  } else {
    int64_t least = moment - (int64_t)(CATCH_UP / shared->dilation);
    due += computed - cpu;
    if (due < least) due = least;
  }
  cpu = computed;
}

static void pace(void) {
  if (!paced || !slowed()) return;
  int64_t moment = now();
  account(moment);
  int64_t ahead = due - moment;
  if (ahead > EARLY && real_span(ahead) > SHORTEST_SLEEP) {
    int error = errno;
    sleep_until(due);
    /* A core that lives in virtual time does not fall asleep here. */
    cpu = real_now(CLOCK_THREAD_CPUTIME_ID);
    errno = error;
  }
}

/* A wait shows nothing, so what the thread owes may pass in it. One that is over at once was none. */
static int64_t waits(void) { return due ? now() : 0; }

static void waited(int64_t since) {
  if (!since) return;
  int64_t moment = now();
  if (real_span(moment - since) <= SHORTEST_SLEEP) return;
  int error = errno;
  account(since);
  if (due < moment) due = moment;
  errno = error;
}
#define WAIT(type, call) \
  int64_t since = waits(); \
  type result = call; \
  waited(since); \
  return result

/* ---- waits with a deadline: `left` is what is left of it in real time; `early` says that the wait ended too soon ---- */

#define UNTIL(deadline, type, early, call) \
  int64_t since = waits(), until = deadline, left; \
  type result; \
  do { \
    left = real_left(until); \
    result = call; \
  } while ((early) && until - now() > 0); \
  waited(since); \
  return result

static int milliseconds(int64_t span) {
  int64_t ms = (span + 999999) / 1000000;
  return ms > INT_MAX ? INT_MAX : (int)ms;
}
static spec *in(spec *t, int64_t span) {
  *t = to_spec(span);
  return t;
}
/* The real deadline, on a clock of the kernel. */
static spec *at(spec *t, clockid_t id, int64_t span) {
  return in(t, span >= FOREVER ? FOREVER : real_now(id) + span);
}
/* The virtual deadline of a time on a clock, as the monotonic clock shows it. */
static int64_t deadline(clockid_t id, const spec *t) {
  int64_t moment = nanos(t);
  if (moment >= FOREVER || id != CLOCK_REALTIME) return moment;
  spec wall;
  clock_gettime(CLOCK_REALTIME, &wall);
  return moment - nanos(&wall) + now();
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  REAL(pthread_cond_wait);
  WAIT(int, real(c, m));
}
/* A signal may have been lost since the timeout, so a wait on a condition that ends too early is a spurious wakeup. */
#define ON_CONDITION(deadline, call) \
  int64_t since = waits(), until = deadline, left = real_left(until); \
  int result = call; \
  waited(since); \
  return result == ETIMEDOUT && until > now() ? 0 : result

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const spec *t) {
  REAL(pthread_cond_timedwait);
  spec s;
  /* A condition knows its clock, and does not tell: no machine is up for 30 years. */
  clockid_t id = t->tv_sec < 1000000000 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  ON_CONDITION(deadline(id, t), real(c, m, at(&s, id, left)));
}
int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t id, const spec *t) {
  REAL_OR(pthread_cond_clockwait, ENOSYS);
  spec s;
  ON_CONDITION(deadline(id, t), real(c, m, id, at(&s, id, left)));
}
int sem_timedwait(sem_t *sem, const spec *t) {
  REAL(sem_timedwait);
  spec s;
  UNTIL(deadline(CLOCK_REALTIME, t), int, result < 0 && errno == ETIMEDOUT, real(sem, at(&s, CLOCK_REALTIME, left)));
}
int sem_clockwait(sem_t *sem, clockid_t id, const spec *t) {
  REAL_OR(sem_clockwait, (errno = ENOSYS, -1));
  spec s;
  UNTIL(deadline(id, t), int, result < 0 && errno == ETIMEDOUT, real(sem, id, at(&s, id, left)));
}
int poll(struct pollfd *f, nfds_t n, int ms) {
  REAL(poll);
  if (ms <= 0) { WAIT(int, real(f, n, ms)); }
  UNTIL(later(ms * 1000000LL), int, result == 0, real(f, n, milliseconds(left)));
}
int ppoll(struct pollfd *f, nfds_t n, const spec *t, const sigset_t *mask) {
  REAL(ppoll);
  if (!t) { WAIT(int, real(f, n, t, mask)); }
  spec s;
  UNTIL(later(nanos(t)), int, result == 0, real(f, n, in(&s, left), mask));
}
int epoll_wait(int e, struct epoll_event *v, int n, int ms) {
  REAL(epoll_wait);
  if (ms <= 0) { WAIT(int, real(e, v, n, ms)); }
  UNTIL(later(ms * 1000000LL), int, result == 0, real(e, v, n, milliseconds(left)));
}
int epoll_pwait(int e, struct epoll_event *v, int n, int ms, const sigset_t *mask) {
  REAL(epoll_pwait);
  if (ms <= 0) { WAIT(int, real(e, v, n, ms, mask)); }
  UNTIL(later(ms * 1000000LL), int, result == 0, real(e, v, n, milliseconds(left), mask));
}
int epoll_pwait2(int e, struct epoll_event *v, int n, const spec *t, const sigset_t *mask) {
  REAL_OR(epoll_pwait2, (errno = ENOSYS, -1));
  if (!t) { WAIT(int, real(e, v, n, t, mask)); }
  spec s;
  UNTIL(later(nanos(t)), int, result == 0, real(e, v, n, in(&s, left), mask));
}
/* The sets are results, too, so a second wait needs the first ones again; what is left of the time is not reported. */
int pselect(int n, fd_set *r, fd_set *w, fd_set *x, const spec *t, const sigset_t *mask) {
  REAL(pselect);
  if (!t) { WAIT(int, real(n, r, w, x, t, mask)); }
  spec s;
  fd_set sets[3], *given[] = {r, w, x};
  for (int i = 0; i < 3; i++) if (given[i]) sets[i] = *given[i];
#define AGAIN ({ for (int i = 0; i < 3; i++) if (given[i]) *given[i] = sets[i]; real(n, r, w, x, in(&s, left), mask); })
  UNTIL(later(nanos(t)), int, result == 0, AGAIN);
}
int select(int n, fd_set *r, fd_set *w, fd_set *x, struct timeval *t) {
  spec s = t ? (spec){t->tv_sec, t->tv_usec * 1000} : (spec){0, 0};
  return pselect(n, r, w, x, t ? &s : 0, 0);
}
int clock_nanosleep(clockid_t id, int flags, const spec *t, spec *rest) {
  REAL(clock_nanosleep);
  if (id != CLOCK_MONOTONIC && id != CLOCK_REALTIME && id != CLOCK_BOOTTIME) return real(id, flags, t, rest);
  int64_t until = flags & TIMER_ABSTIME ? deadline(id, t) : later(nanos(t)), since = waits();
  int result;
  do {
    spec span = to_spec(real_left(until));
    result = real(CLOCK_MONOTONIC, 0, &span, 0);
  } while (!result && until - now() > 0);
  if (result == EINTR && rest && !(flags & TIMER_ABSTIME)) *rest = to_spec(until > now() ? until - now() : 0);
  waited(since);
  return result;
}
int nanosleep(const spec *t, spec *rest) {
  int error = clock_nanosleep(CLOCK_MONOTONIC, 0, t, rest);
  if (error) errno = error;
  return error ? -1 : 0;
}
int usleep(useconds_t us) {
  spec t = to_spec(us * 1000LL);
  return nanosleep(&t, 0);
}
unsigned sleep(unsigned seconds) {
  spec t = {seconds, 0}, rest = {0, 0};
  return nanosleep(&t, &rest) ? rest.tv_sec + (rest.tv_nsec > 0) : 0;
}
/* A timer that is armed when time slows goes off too early; event loops look at their own deadlines then, and arm it again. */
int timerfd_settime(int fd, int flags, const struct itimerspec *t, struct itimerspec *old) {
  REAL(timerfd_settime);
  struct itimerspec span = {to_spec(real_span(nanos(&t->it_interval))), t->it_value};
  int64_t value = nanos(&t->it_value);
  if (slowed() && value > 0) {
    /* An absolute one is taken for one of the monotonic clock, since the kind is not told here. */
    int64_t left = real_left(flags & TFD_TIMER_ABSTIME ? value : later(value));
    span.it_value = to_spec(left > 0 ? left : 1);
    flags &= ~TFD_TIMER_ABSTIME;
  }
  return real(fd, flags, &span, old);
}

/* ---- what others see, and what waits without a deadline ---- */

#define SHOWN(name, type, parameters, arguments) \
  type name parameters { \
    REAL(name); \
    pace(); \
    return real arguments; \
  }
#define WAITED(name, type, parameters, arguments) \
  type name parameters { \
    REAL(name); \
    WAIT(type, real arguments); \
  }
SHOWN(pthread_cond_signal, int, (pthread_cond_t * c), (c))
SHOWN(pthread_cond_broadcast, int, (pthread_cond_t * c), (c))
SHOWN(write, ssize_t, (int f, const void *b, size_t n), (f, b, n))
SHOWN(writev, ssize_t, (int f, const struct iovec *v, int n), (f, v, n))
SHOWN(send, ssize_t, (int f, const void *b, size_t n, int flags), (f, b, n, flags))
SHOWN(sendto, ssize_t, (int f, const void *b, size_t n, int flags, const struct sockaddr *a, socklen_t l), (f, b, n, flags, a, l))
SHOWN(sendmsg, ssize_t, (int f, const struct msghdr *m, int flags), (f, m, flags))
SHOWN(sendmmsg, int, (int f, struct mmsghdr *m, unsigned n, int flags), (f, m, n, flags))
SHOWN(sendfile, ssize_t, (int out, int in, off_t *offset, size_t n), (out, in, offset, n))
SHOWN(sendfile64, ssize_t, (int out, int in, off64_t *offset, size_t n), (out, in, offset, n))
SHOWN(eventfd_write, int, (int f, eventfd_t n), (f, n))
SHOWN(connect, int, (int f, const struct sockaddr *a, socklen_t l), (f, a, l))
WAITED(read, ssize_t, (int f, void *b, size_t n), (f, b, n))
WAITED(readv, ssize_t, (int f, const struct iovec *v, int n), (f, v, n))
WAITED(recv, ssize_t, (int f, void *b, size_t n, int flags), (f, b, n, flags))
WAITED(recvfrom, ssize_t, (int f, void *b, size_t n, int flags, struct sockaddr *a, socklen_t *l), (f, b, n, flags, a, l))
WAITED(recvmsg, ssize_t, (int f, struct msghdr *m, int flags), (f, m, flags))
WAITED(accept, int, (int f, struct sockaddr *a, socklen_t *l), (f, a, l))
WAITED(accept4, int, (int f, struct sockaddr *a, socklen_t *l, int flags), (f, a, l, flags))
