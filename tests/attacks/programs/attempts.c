/* What a hostile program tries with bare system calls: the column is 1 if all were refused, else 2.

   Its arguments are the names of the attempts; those that succeed are told on stderr. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static long word[64];

static int has_powers(void) {
  char line[256];
  FILE *status = fopen("/proc/self/status", "r");
  if (!status) return 0;
  while (fgets(line, sizeof line, status))
    if (!strncmp(line, "CapEff:", 7) || !strncmp(line, "CapPrm:", 7))
      if (strtoull(line + 7, NULL, 16)) return 1;
  return 0;
}

static int reads(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  return file >= 0 && read(file, &byte, 1) == 1;
}

static int writes(const char *path) { return open(path, O_WRONLY) >= 0; }

static int succeeds(const char *attempt) {
  long unused = (long)word;
  struct iovec mine = {word, 8}, theirs = {(void *)0x400000, 8};
#define TRY(name, ...) if (!strcmp(attempt, name)) return (__VA_ARGS__)
  TRY("unshare", syscall(SYS_unshare, CLONE_NEWUSER) == 0);
  TRY("clone into a namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0);
  TRY("clone3", syscall(SYS_clone3, unused, 88) >= 0 || errno != ENOSYS);
  TRY("clone with a signal", syscall(SYS_clone, SIGCONT, 0, 0, 0, 0) >= 0);
  TRY("setns", syscall(SYS_setns, 0, 0) == 0 || errno != EPERM);
  TRY("mount", syscall(SYS_mount, "tmpfs", "/tmp", "tmpfs", 0, "") == 0);
  TRY("chroot", syscall(SYS_chroot, "/tmp") == 0);
  TRY("ptrace", syscall(SYS_ptrace, 0x4206, getppid(), 0, 0) == 0);
  TRY("process_vm_readv", process_vm_readv(getppid(), &mine, 1, &theirs, 1, 0) >= 0 || errno != EPERM);
  TRY("pidfd_open", syscall(SYS_pidfd_open, getppid(), 0) >= 0);
  TRY("kcmp", syscall(SYS_kcmp, getpid(), getppid(), 0, 0, 0) >= 0);
  TRY("memfd", syscall(SYS_memfd_create, "hoard", 0) >= 0);
  TRY("memfd_secret", syscall(447, 0) >= 0);
  TRY("shmget", syscall(SYS_shmget, 4711, 4096, 01600) >= 0);
  TRY("mq_open", syscall(SYS_mq_open, "/queue", O_CREAT | O_RDWR, 0600, NULL) >= 0);
  TRY("semget", syscall(SYS_semget, 4711, 1, 01600) >= 0);
  TRY("timer_create", syscall(SYS_timer_create, 0, NULL, unused) == 0);
  TRY("timerfd", syscall(SYS_timerfd_create, 1, 0) >= 0);
  TRY("signalfd", syscall(SYS_signalfd4, -1, unused, 8, 0) >= 0);
  TRY("socket", syscall(SYS_socket, 1, 1, 0) >= 0);
  TRY("internet socket", syscall(SYS_socket, 2, 1, 0) >= 0);
  TRY("netlink pair", syscall(SYS_socketpair, 16, 3, 0, unused) >= 0);
  TRY("send a descriptor", syscall(SYS_sendmsg, 0, unused, 0) >= 0 || errno != EPERM);
  TRY("io_uring", syscall(SYS_io_uring_setup, 1, unused) >= 0);
  TRY("bpf", syscall(SYS_bpf, 0, unused, 48) >= 0);
  TRY("perf", syscall(SYS_perf_event_open, unused, 0, -1, -1, 0) >= 0 || errno != EPERM);
  TRY("userfaultfd", syscall(SYS_userfaultfd, 1) >= 0);
  TRY("keys", syscall(SYS_add_key, "user", "k", "v", 1, -3) >= 0);
  TRY("inotify", syscall(SYS_inotify_init1, 0) >= 0);
  TRY("fanotify", syscall(SYS_fanotify_init, 0, 0) >= 0);
  TRY("page cache", syscall(SYS_mincore, (long)word & ~4095L, 4096, unused) == 0);
  TRY("cachestat", syscall(451, 0, unused, unused, 0) == 0 || errno != EPERM);
  TRY("read ahead", syscall(SYS_readahead, 0, 0, 1) == 0 || errno != EPERM);
  TRY("advise files", syscall(SYS_fadvise64, 0, 0, 0, 0) == 0 || errno != EPERM);
  TRY("rights of a file", syscall(SYS_fchmodat, AT_FDCWD, "/tmp", 0) == 0 || errno != EPERM);
  TRY("lock", syscall(SYS_flock, 0, 2) == 0);
  TRY("own a pipe", fcntl(0, F_SETOWN, getpid()) == 0);
  TRY("lease", fcntl(0, F_SETLEASE, F_RDLCK) == 0 || errno != EPERM);
  TRY("a larger pipe", fcntl(0, F_SETPIPE_SZ, 1 << 20) >= 0);
  TRY("outlive the watch", syscall(SYS_prctl, 1, 0, 0, 0, 0) == 0);
  TRY("adopt orphans", syscall(SYS_prctl, 36, 1, 0, 0, 0) == 0);
  TRY("hide from the watch", syscall(SYS_prctl, 4, 0, 0, 0, 0) == 0);
  TRY("another filter", syscall(SYS_seccomp, 1, 8, unused) >= 0 || errno != EPERM);
  TRY("limit its time", syscall(SYS_prlimit64, 0, 0, (long[]){1, 1}, 0) == 0);
  TRY("raise a limit", syscall(SYS_prlimit64, 0, 7, (long[]){9999, 9999}, 0) == 0);
  TRY("limit the watch", syscall(SYS_prlimit64, getppid(), 7, (long[]){9, 9}, 0) == 0);
  TRY("nice", syscall(SYS_setpriority, 0, 0, -5) == 0);
  TRY("real time", syscall(SYS_sched_setscheduler, 0, 1, (int[]){1}) == 0);
  TRY("memory that runs", syscall(SYS_personality, 0x400000) >= 0);
  TRY("another clock", syscall(SYS_clock_gettime, (~(long)getppid() << 3) | 2, unused) == 0);
  TRY("gain powers", has_powers());
  TRY("become nobody", syscall(SYS_setuid, 65534) == 0);
  TRY("read the passwords", reads("/etc/passwd"));
  TRY("read the memory of the watch", reads("/proc/1/mem") || reads("/proc/1/environ"));
  TRY("offer the watch", writes("/proc/1/oom_score_adj"));
  TRY("change the system", writes("/proc/sys/kernel/core_pattern") || writes("/proc/sysrq-trigger"));
  TRY("open a device", open("/dev/kmsg", O_RDONLY) >= 0 || open("/dev/mem", O_RDONLY) >= 0);
  TRY("stop a wait of others", syscall(SYS_futex, unused, 1, 1, 0, 0, 0) != 0);
  TRY("signal by queue", syscall(SYS_rt_sigqueueinfo, getppid(), 18, unused) == 0 || errno != EPERM);
#undef TRY
  return 2;
}

int main(int count, char **arguments) {
  char line[256];
  int found = 0;
  for (int i = 1; i < count; i++)
    if (succeeds(arguments[i])) {
      fprintf(stderr, "%s\n", arguments[i]);
      found = 1;
    }
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin)) {
    printf("%d\n", 1 + found);
    if (found) return 1;
  }
  return 0;
}
