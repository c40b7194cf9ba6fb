/* Hides memory of several kinds from the watch; ends with 7 when it may have no more. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MEGABYTE = 1 << 20, PAGE = 4096, PROCESSES = 50 };

static char *memory(long size, int flags, int file) {
  char *place = mmap(0, size, PROT_READ | PROT_WRITE, flags, file, 0);
  if (place == MAP_FAILED) _exit(7);
  return place;
}

/* Pages that several could share stay, though this process no longer has them. */
static void forgotten_pages(int flags, int file) {
  const long step = 20 * MEGABYTE;
  char *place = memory(50 * step, flags, file);
  for (int i = 0; i < 50; i++) {
    memset(place + i * step, 1, step);
    madvise(place + i * step, step, MADV_DONTNEED);
  }
}

static void inherit(void) {
  for (int i = 0; i < PROCESSES; i++) {
    int child = fork();
    if (child < 0) _exit(7);
    if (child > 0) pause();
  }
}

/* The kernel keeps a record of each, and of each process that inherited it. */
static void mappings(void) {
  for (int i = 0; i < 10000; i++) {
    char *place = memory(2 * PAGE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    place[0] = 1;
    mprotect(place + PAGE, PAGE, PROT_NONE);
  }
  inherit();
}

/* No process owns any of it until it is written. */
static void inherited_pages(void) {
  const long size = 100 * MEGABYTE;
  memset(memory(size, MAP_PRIVATE | MAP_ANONYMOUS, -1), 1, size);
  inherit();
}

/* Descriptors that are closed, but waited for as long as their file is open. */
static void watches(void) {
  struct epoll_event event = {EPOLLIN, {0}};
  int ends[2];
  pipe(ends);
  for (int made = 0, set = 0;;) {
    if (made % 100 == 0) set = epoll_create1(0);
    int copy = dup2(ends[0], 150 + made % 100);
    if (epoll_ctl(set, EPOLL_CTL_ADD, copy, &event)) _exit(errno == ENOSPC && made <= 10000 ? 7 : 8);
    close(copy);
    if (++made % 100 == 0 && set > 140) _exit(9);
  }
}

int main(int count, char **arguments) {
  const char *kind = count == 2 ? arguments[1] : "";
  if (!strcmp(kind, "shared memory")) forgotten_pages(MAP_SHARED | MAP_ANONYMOUS, -1);
  if (!strcmp(kind, "a map of zeros")) forgotten_pages(MAP_SHARED, open("/dev/zero", O_RDWR));
  if (!strcmp(kind, "mappings")) mappings();
  if (!strcmp(kind, "inherited pages")) inherited_pages();
  if (!strcmp(kind, "watches")) watches();
  pause();
  return 9;
}
