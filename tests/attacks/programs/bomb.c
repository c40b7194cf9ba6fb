/* Starts more and more of something, until it is stopped; it then waits. */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static void *wait_for_ever(void *nothing) {
  pause();
  return nothing;
}

int main(int count, char **arguments) {
  static char data[1 << 18];
  pthread_t thread;
  const char *kind = count == 2 ? arguments[1] : "";
  if (!strcmp(kind, "processes"))
    for (;;)
      if (fork() < 0) {
        usleep(100000);
        return 7;
      }
  if (!strcmp(kind, "insistence")) /* it ends by itself if the watch does not end it */
    for (time_t start = time(0); time(0) < start + 60;) fork();
  if (!strcmp(kind, "a chain")) { /* processes that are gone before they can be counted */
    for (;;) {
      int child = fork();
      if (child < 0) return 7;
      if (child > 0 && fork() == 0) pause();
    }
  }
  if (!strcmp(kind, "threads"))
    while (pthread_create(&thread, 0, wait_for_ever, 0) == 0) continue;
  if (!strcmp(kind, "pairs of sockets")) {
    int ends[2];
    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0) {
      write(ends[0], data, sizeof data);
      write(ends[1], data, sizeof data);
      usleep(500);
    }
    return 8;
  }
  pause();
  return 9;
}
