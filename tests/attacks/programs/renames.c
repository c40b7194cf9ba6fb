/* Takes a name that reads like figures of the kernel, then more memory than it may have. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { MEGABYTE = 1 << 20, STEPS = 60 };

int main(int count, char **arguments) {
  char line[256];
  if (count != 2 || !fgets(line, sizeof line, stdin)) return 9;
  prctl(PR_SET_NAME, arguments[1]);
  usleep(200000); /* until the watch has looked */
  for (int step = 0; step < STEPS; step++) {
    char *place = mmap(0, 10 * MEGABYTE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return 7;
    memset(place, 1, 10 * MEGABYTE);
  }
  pause();
  return 9;
}
