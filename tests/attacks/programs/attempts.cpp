// What a hostile program in C++ tries, by system calls without the C library's help.
//
//     attempts NAMES TARGET=VALUE...
//
// Once a line arrives it makes the attempts NAMES, separated by commas, or all; it answers column 1
// when all were refused, else it says which succeeded and ends. One that is no attempt but a way to
// behave it follows. The test made all targets.
#include <dirent.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

struct Refused {};

static std::map<std::string, std::string> targets;

static const char* target(const char* name) { return targets.at(name).c_str(); }
static long number(const char* name) { return std::stol(targets.at(name)); }

// A system call by its number; refused when it fails.
template <typename... Arguments>
static long call(long number, Arguments... arguments) {
    const long result = syscall(number, arguments...);
    if (result < 0) throw Refused();
    return result;
}

static void require(bool success) {
    if (!success) throw Refused();
}

static int opened(const char* path, int flags = O_RDONLY) {
    return call(SYS_openat, AT_FDCWD, path, flags, 0600);
}

static std::string contents(const char* path) {
    char bytes[4096];
    return std::string(bytes, call(SYS_read, opened(path), bytes, sizeof bytes));
}

// A file of its parent's in /proc.
static std::string of_parent(const char* file) {
    return "/proc/" + std::to_string(getppid()) + "/" + file;
}

static void connect_to(int family, const void* address, socklen_t length) {
    const int end = call(SYS_socket, family, SOCK_STREAM, 0);
    call(SYS_connect, end, address, length);
}

static void connect_by_name(const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.data(), name.size());
    connect_to(AF_UNIX, &address, offsetof(sockaddr_un, sun_path) + name.size());
}

static sockaddr_in local_port() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(number("port"));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

// Starts a process in new namespaces and waits for it.
static void clone_with(unsigned long flags) {
    const long child = call(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
}

static void in_child(const std::function<void()>& attempt) {
    const pid_t child = fork();
    if (child < 0) throw Refused();
    if (child == 0) {
        try {
            attempt();
        } catch (const Refused&) {
            _exit(1);
        }
        _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    require(status == 0);
}

using Attempts = std::map<std::string, std::function<void()>>;

static const Attempts FILES = {
    {"read_a_secret", [] { contents(target("secret")); }},
    {"read_the_passwords", [] { contents("/etc/passwd"); }},
    {"list_the_home", [] {
         char entries[4096];
         const int folder = opened(target("home"), O_RDONLY | O_DIRECTORY);
         call(SYS_getdents64, folder, entries, sizeof entries);
     }},
    {"change_a_file",
     [] { call(SYS_write, opened(target("secret"), O_WRONLY | O_APPEND), "x", 1); }},
    {"empty_a_file", [] { opened(target("own"), O_RDONLY | O_TRUNC); }},
    {"truncate_a_file", [] { call(SYS_truncate, target("own"), 0); }},
    {"change_the_rights_of_a_file", [] { call(SYS_fchmodat, AT_FDCWD, target("secret"), 0, 0); }},
    {"change_its_own_rights", [] { call(SYS_fchmodat, AT_FDCWD, target("own"), 0, 0); }},
    {"remove_a_file", [] { call(SYS_unlinkat, AT_FDCWD, target("secret"), 0); }},
    {"rename_a_file", [] {
         const std::string other = std::string(target("secret")) + "2";
         call(SYS_renameat2, AT_FDCWD, target("secret"), AT_FDCWD, other.c_str(), 0);
     }},
    {"link_to_a_file", [] {
         call(SYS_linkat, AT_FDCWD, target("secret"), AT_FDCWD, "/tmp/link", 0);
         contents("/tmp/link");
     }},
    {"follow_a_link", [] {
         call(SYS_symlinkat, target("secret"), AT_FDCWD, "/tmp/link");
         contents("/tmp/link");
     }},
    {"write_beside_its_file",
     [] { opened((std::string(target("own")) + ".new").c_str(), O_WRONLY | O_CREAT); }},
    {"lock_a_file", [] {
         struct flock lock{};
         lock.l_type = F_RDLCK;
         call(SYS_fcntl, opened(target("own")), F_SETLK, &lock);
     }},
    {"lock_a_whole_file", [] { call(SYS_flock, opened(target("own")), 1); }},
    {"watch_a_file", [] {
         call(SYS_inotify_add_watch, call(SYS_inotify_init1, 0), target("own"), 1);
     }},
    {"write_to_a_pipe",
     [] { call(SYS_write, opened(target("pipe"), O_WRONLY | O_NONBLOCK), "x", 1); }},
    {"see_what_others_read", [] {
         void* place = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, opened("/usr/bin/env"), 0);
         unsigned char page;
         call(SYS_mincore, place, 4096, &page);
     }},
    {"go_out_by_dots", [] {
         int folder = opened("/", O_PATH);
         for (int i = 0; i < 20; i++) folder = call(SYS_openat, folder, "..", O_PATH, 0);
         call(SYS_openat, folder, target("secret") + 1, O_RDONLY, 0);
     }},
    {"go_out_by_another_root", [] {
         call(SYS_chroot, "/tmp");
         contents(target("secret"));
     }},
    {"read_by_the_root_of_its_parent",
     [] { contents((of_parent("root") + target("secret")).c_str()); }},
    {"read_the_first_process", [] { contents("/proc/1/environ"); }},
    {"open_by_a_handle", [] {
         struct { file_handle head; char rest[128]; } handle{};
         handle.head.handle_bytes = 128;
         int mount;
         call(SYS_name_to_handle_at, AT_FDCWD, target("own"), &handle, &mount, 0);
         call(SYS_open_by_handle_at, AT_FDCWD, &handle, O_RDONLY);
     }},
    {"make_a_device", [] {
         call(SYS_mknodat, AT_FDCWD, "/tmp/memory", S_IFCHR | 0600, 0x101);
         opened("/tmp/memory");
     }},
    {"open_the_memory_of_the_machine", [] { opened("/dev/mem"); }},
    {"open_the_terminal", [] { opened("/dev/tty", O_RDWR); }},
    {"set_what_the_kernel_runs", [] { opened("/proc/sys/kernel/core_pattern", O_WRONLY); }},
    {"enter_a_group_of_control", [] { opened("/sys/fs/cgroup/cgroup.procs", O_WRONLY); }},
};

static const Attempts OTHERS = {
    {"connect_over_the_network", [] {
         const sockaddr_in address = local_port();
         connect_to(AF_INET, &address, sizeof address);
     }},
    {"send_a_datagram", [] {
         const sockaddr_in address = local_port();
         const int end = call(SYS_socket, AF_INET, SOCK_DGRAM, 0);
         call(SYS_sendto, end, "x", 1, 0, &address, sizeof address);
     }},
    {"open_a_raw_socket", [] { call(SYS_socket, AF_PACKET, SOCK_RAW, 0); }},
    {"ask_the_kernel_for_networks", [] { call(SYS_socket, AF_NETLINK, SOCK_RAW, 0); }},
    {"connect_to_a_socket_file", [] { connect_by_name(target("socket")); }},
    {"connect_to_an_abstract_socket",
     [] { connect_by_name('\0' + std::string(target("abstract"))); }},
    {"send_a_descriptor", [] {
         int ends[2];
         call(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends);
         char byte = 'x', control[CMSG_SPACE(sizeof(int))] = {};
         iovec part{&byte, 1};
         msghdr message{};
         message.msg_iov = &part;
         message.msg_iovlen = 1;
         message.msg_control = control;
         message.msg_controllen = sizeof control;
         cmsghdr* head = CMSG_FIRSTHDR(&message);
         head->cmsg_level = SOL_SOCKET;
         head->cmsg_type = SCM_RIGHTS;
         head->cmsg_len = CMSG_LEN(sizeof(int));
         call(SYS_sendmsg, ends[0], &message, 0);
     }},
    {"signal_another_process", [] { call(SYS_kill, number("process"), number("signal")); }},
    {"queue_a_signal_for_another_process", [] {
         siginfo_t info{};
         info.si_code = SI_QUEUE;
         call(SYS_rt_sigqueueinfo, number("process"), number("signal"), &info);
     }},
    {"signal_by_a_descriptor", [] {
         const int process = call(SYS_pidfd_open, number("process"), 0);
         call(SYS_pidfd_send_signal, process, number("signal"), nullptr, 0);
     }},
    {"look_into_another_process", [] {
         contents(("/proc/" + targets.at("process") + "/cmdline").c_str());
     }},
    {"time_another_process", [] {
         timespec used;
         call(SYS_clock_gettime, static_cast<int>(~number("process") << 3 | 2), &used);
     }},
    {"limit_another_process", [] {
         unsigned long limits[2];
         call(SYS_prlimit64, number("process"), 7, nullptr, limits);
     }},
    {"move_another_process", [] {
         unsigned long processors = 1;
         call(SYS_sched_setaffinity, number("process"), sizeof processors, &processors);
     }},
    {"trace_its_parent", [] { call(SYS_ptrace, 0x4206, getppid(), 0, 0); }},
    {"trace_another_process", [] { call(SYS_ptrace, 0x4206, number("process"), 0, 0); }},
    {"read_memory_of_its_parent", [] {
         char byte;
         iovec here{&byte, 1}, there{reinterpret_cast<void*>(&contents), 1};
         call(SYS_process_vm_readv, getppid(), &here, 1, &there, 1, 0);
     }},
    {"open_memory_of_its_parent", [] { opened(of_parent("mem").c_str()); }},
    {"take_a_descriptor_of_its_parent", [] {
         call(SYS_pidfd_getfd, call(SYS_pidfd_open, getppid(), 0), 0, 0);
     }},
    {"offer_its_parent", [] {
         call(SYS_write, opened(of_parent("oom_score_adj").c_str(), O_WRONLY), "1000", 4);
     }},
    {"outlive_its_parent", [] { call(SYS_prctl, 1, 0, 0, 0, 0); }},
    {"adopt_processes", [] { call(SYS_prctl, 36, 1, 0, 0, 0); }},
    {"compare_with_its_parent", [] { call(SYS_kcmp, getpid(), getppid(), 0, 0, 0); }},
    {"run_before_others", [] { call(SYS_setpriority, 0, 0, -5); }},
    {"run_in_real_time", [] {
         const int priority = 1;
         call(SYS_sched_setscheduler, 0, SCHED_FIFO, &priority);
     }},
};

static const Attempts KERNEL = {
    {"hide_memory", [] { call(SYS_memfd_create, "hoard", 0); }},
    {"hide_memory_secretly", [] { call(SYS_memfd_secret, 0); }},
    {"share_memory", [] { call(SYS_shmget, number("key"), 4096, 01600); }},
    {"leave_a_message", [] { call(SYS_msgget, number("key"), 01600); }},
    {"leave_a_semaphore", [] { call(SYS_semget, number("key"), 1, 01600); }},
    {"open_a_queue", [] { call(SYS_mq_open, "hoard", O_RDWR | O_CREAT, 0600, nullptr); }},
    {"leave_a_key", [] { call(SYS_add_key, "user", "hoard", "x", 1, -3); }},
    {"make_a_timer", [] {
         sigevent event{};
         event.sigev_signo = SIGCONT;
         int timer;
         call(SYS_timer_create, CLOCK_REALTIME, &event, &timer);
     }},
    {"make_a_timer_to_read", [] { call(SYS_timerfd_create, CLOCK_REALTIME, 0); }},
    {"enter_a_namespace", [] { call(SYS_unshare, CLONE_NEWUSER); }},
    {"start_in_a_namespace_of_users", [] { clone_with(CLONE_NEWUSER); }},
    {"start_in_a_namespace_of_processes", [] { clone_with(CLONE_NEWPID); }},
    {"start_in_a_namespace_of_networks", [] { clone_with(CLONE_NEWNET); }},
    {"start_in_a_namespace_by_a_newer_call", [] {
         struct { unsigned long fields[11]; } arguments{};
         arguments.fields[0] = CLONE_NEWUSER;
         arguments.fields[4] = SIGCHLD;
         if (call(SYS_clone3, &arguments, sizeof arguments) == 0) _exit(0);
     }},
    {"return_to_a_namespace", [] { call(SYS_setns, opened(of_parent("ns/mnt").c_str()), 0); }},
    {"mount_something", [] { call(SYS_mount, "tmpfs", "/tmp", "tmpfs", 0, ""); }},
    {"mount_by_newer_calls", [] { call(SYS_fsopen, "tmpfs", 0); }},
    {"copy_a_mount", [] { call(SYS_open_tree, AT_FDCWD, "/", 1); }},
    {"make_a_ring", [] {
         io_uring_params parameters{};
         call(SYS_io_uring_setup, 1, &parameters);
     }},
    {"load_a_program_into_the_kernel", [] {
         char attributes[128] = {};
         call(SYS_bpf, 0, attributes, sizeof attributes);
     }},
    {"count_events", [] {
         perf_event_attr event{};
         event.size = sizeof event;
         call(SYS_perf_event_open, &event, 0, -1, -1, 0);
     }},
    {"handle_faults_of_memory", [] { call(SYS_userfaultfd, 0); }},
    {"read_the_log_of_the_kernel", [] {
         char bytes[4096];
         call(SYS_syslog, 3, bytes, sizeof bytes);
     }},
    {"type_on_the_terminal", [] { call(SYS_ioctl, 2, TIOCSTI, "x"); }},
    {"take_the_terminal", [] { call(SYS_ioctl, 0, TIOCSCTTY, 1); }},
    {"own_the_signals_of_a_pipe", [] { call(SYS_fcntl, 0, F_SETOWN, getpid()); }},
#ifdef __x86_64__
    {"call_by_other_numbers", [] { call(0x40000000L | SYS_memfd_create, "hoard", 0); }},
    {"call_as_an_older_machine", [] {
         // socket(AF_INET, SOCK_STREAM, 0) by the numbers of 32 bits
         in_child([] {
             long result = 359;
             asm volatile("int $0x80" : "+a"(result) : "b"(2), "c"(1), "d"(0) : "memory");
             require(result >= 0);
         });
     }},
#endif
};

// Conduct: what is wrong with these shows outside.

static void think() {
    for (volatile unsigned long i = 0;; i = i + 1) {
    }
}

static void hoard(size_t bytes) {
    void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    require(place != MAP_FAILED);
    std::memset(place, 1, bytes);
}

static void write_without_end(int descriptor, const std::string& text) {
    while (true) call(SYS_write, descriptor, text.data(), text.size());
}

static void start(const std::function<void()>& body) {
    if (call(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
        body();
        _exit(0);
    }
}

static const Attempts CONDUCT = {
    {"hoards_memory", [] {
         while (true) hoard(10'000'000);
     }},
    {"hoards_memory_in_processes", [] {
         for (int i = 0; i < 3; i++)
             start([] {
                 hoard(200'000'000);
                 pause();
             });
         pause();
     }},
    {"floods_its_answers", [] { write_without_end(1, std::string(4096, 'x')); }},
    {"floods_its_answers_with_lines", [] { write_without_end(1, "4\n"); }},
    {"floods_its_errors", [] { write_without_end(2, std::string(4096, 'x')); }},
    {"starts_threads", [] {
         while (true) std::thread(pause).detach();
     }},
    {"starts_processes", [] {
         while (true) call(SYS_clone, SIGCHLD, 0, 0, 0, 0);
     }},
    {"thinks_in_a_thread", [] { std::thread(think).detach(); }},
    {"thinks_in_a_process", [] { start(think); }},
    {"thinks_in_a_session_of_its_own", [] {
         start([] {
             setsid();
             start(think);
         });
     }},
    {"thinks_when_woken", [] {
         signal(SIGALRM, [](int) { think(); });
         signal(SIGCONT, [](int) {});
         itimerval often{{0, 1000}, {0, 1000}};
         start([often] {
             setitimer(ITIMER_REAL, &often, nullptr);
             pause();
         });
     }},
    {"continues_its_parent", [] {
         const pid_t parent = getpid();
         start([parent] {
             setsid();
             while (true) kill(parent, SIGCONT);
         });
         std::thread(think).detach();
     }},
    {"leaves_a_process", [] {
         start([] {
             setsid();
             for (int n = 1; n < 32; n++) signal(n, SIG_IGN);
             start([] {
                 while (true) pause();
             });
         });
     }},
    {"leaves_a_chain_of_processes", [] {
         start([] {
             for (int i = 0; i < 10'000; i++)
                 if (call(SYS_clone, SIGCHLD, 0, 0, 0, 0) != 0) _exit(0);
         });
     }},
    {"ignores_every_signal", [] {
         for (int n = 1; n < 65; n++) signal(n, SIG_IGN);
         think();
     }},
    {"stops_itself", [] { kill(getpid(), SIGSTOP); }},
    {"kills_itself", [] { kill(getpid(), SIGKILL); }},
    {"kills_all_processes", [] { kill(-1, SIGKILL); }},
    {"closes_everything", [] {
         for (int i = 0; i < 99; i++) close(i);
         pause();
     }},
    {"answers_half_a_line", [] {
         call(SYS_write, 1, "4", 1);
         pause();
     }},
    {"answers_twice", [] { call(SYS_write, 1, "4\n4\n", 4); }},
    {"crashes", [] { *static_cast<volatile int*>(nullptr) = 1; }},
};

// Which of the wanted attempts succeed.
static std::vector<std::string> succeeded(const std::string& wanted) {
    std::vector<std::string> names;
    for (const Attempts* some : {&FILES, &OTHERS, &KERNEL})
        for (const auto& [name, attempt] : *some) {
            if (wanted != "all" && ("," + wanted + ",").find("," + name + ",") == std::string::npos)
                continue;
            try {
                attempt();
                names.push_back(name);
            } catch (const Refused&) {
            }
        }
    return names;
}

int main(int count, char** arguments) {
    const std::string name = count > 1 ? arguments[1] : "all";
    for (int i = 2; i < count; i++) {
        const std::string argument = arguments[i];
        const size_t sign = argument.find('=');
        targets[argument.substr(0, sign)] = argument.substr(sign + 1);
    }
    bool is_first = true;
    for (std::string line; std::getline(std::cin, line); is_first = false) {
        if (is_first && CONDUCT.count(name)) {
            CONDUCT.at(name)();
        } else if (is_first) {
            const std::vector<std::string> names = succeeded(name);
            for (const std::string& one : names) std::cerr << "succeeded: " << one << std::endl;
            if (!names.empty()) return 3;
        }
        std::cout << '1' << std::endl;
    }
}
