/* Wants to be continued, while its opponent thinks, by the end of a process that takes long to end.

   A child counts for as long as it runs; what it counted is told at both ends of each turn. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { HOARD = 200 << 20 };
static volatile long *count, *is_ending;

static void end_slowly(void) {
  char *hoard = mmap(0, HOARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(hoard, 1, HOARD);
  *is_ending = 1;
  _exit(0);
}

static void count_on(void) {
  signal(SIGHUP, SIG_IGN);
  for (;;) {
    for (volatile long i = 0; i < 5000000; i++) continue;
    ++*count;
  }
}

static void count_in_a_child(int by_group) {
  if (fork()) return;
  if (by_group) { /* the last tie of a group to its session ends */
    if (fork()) end_slowly();
    setpgid(0, 0);
  } else if (syscall(SYS_clone, SIGCONT, 0, 0, 0, 0) == 0) {
    end_slowly(); /* which sends its parent the signal that continues it */
  }
  count_on();
}

int main(int argc, char **arguments) {
  char line[256];
  int by_group = argc == 2 && !strcmp(arguments[1], "by its group");
  int file = open("/tmp/count", O_RDWR | O_CREAT, 0600);
  ftruncate(file, 4096);
  count = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  is_ending = count + 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int turn = 0; fgets(line, sizeof line, stdin) && turn < 2; turn++) {
    fprintf(stderr, "from %ld\n", *count);
    count_in_a_child(by_group);
    *is_ending = 0;
    for (int i = 0; i < 5000 && !*is_ending; i++) usleep(100);
    fprintf(stderr, "to %ld\n", *count);
    puts("4");
  }
  fprintf(stderr, "from %ld\n", *count);
  return 5;
}
