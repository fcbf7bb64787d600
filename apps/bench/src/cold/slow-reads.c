/*
 * A disk of a given latency, whatever the kernel has cached: each read of whole pages waits. Loaded before the C library
 * into every process of a PostgreSQL server. SLOW_READS names a file of two numbers of 64 bits, which the benchmark
 * writes and reads: nanoseconds a read, and how many reads there were.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define PAGE 8192

static volatile int64_t *shared;

__attribute__((constructor)) static void open_shared(void) {
  const char *path = getenv("SLOW_READS");
  int fd = path ? open(path, O_RDWR) : -1;
  if (fd < 0) return;
  void *at = mmap(NULL, 2 * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (at != MAP_FAILED) shared = at;
}

static ssize_t slow(ssize_t got) {
  if (shared == NULL || got < PAGE || got % PAGE != 0) return got;
  __atomic_fetch_add(&shared[1], 1, __ATOMIC_RELAXED);
  int64_t ns = shared[0];
  if (ns > 0) {
    /* Otherwise a sleep takes up to 50 microseconds more. */
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    struct timespec wait = {ns / 1000000000, ns % 1000000000};
    nanosleep(&wait, NULL);
  }
  return got;
}

ssize_t pread(int fd, void *into, size_t count, off_t offset) {
  static ssize_t (*real)(int, void *, size_t, off_t);
  if (real == NULL) real = dlsym(RTLD_NEXT, "pread");
  return slow(real(fd, into, count, offset));
}

ssize_t preadv(int fd, const struct iovec *into, int count, off_t offset) {
  static ssize_t (*real)(int, const struct iovec *, int, off_t);
  if (real == NULL) real = dlsym(RTLD_NEXT, "preadv");
  return slow(real(fd, into, count, offset));
}
