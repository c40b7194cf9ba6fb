import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What a hostile program in Java tries, by the means of its library.
 *
 * <pre>java Attempts NAMES TARGET=VALUE...</pre>
 *
 * See attempts.cpp.
 */
public class Attempts {
    interface Attempt {
        void run() throws Exception;
    }

    static final Map<String, String> TARGETS = new LinkedHashMap<>();
    static final List<Object> HOARD = new ArrayList<>();

    static Path path(String target) {
        return Path.of(TARGETS.get(target));
    }

    static void require(boolean success) throws Exception {
        if (!success) {
            throw new Exception("refused");
        }
    }

    /** Another program, which succeeds when it ends with 0. */
    static void tool(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        require(process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0);
    }

    static Process started(String script) throws Exception {
        return new ProcessBuilder("/bin/sh", "-c", script).start();
    }

    static Map<String, Attempt> attempts() {
        Map<String, Attempt> all = new LinkedHashMap<>();
        all.put("read_a_secret", () -> Files.readString(path("secret")));
        all.put("read_a_secret_by_a_tool", () -> tool("/bin/cat", TARGETS.get("secret")));
        all.put("read_the_passwords", () -> Files.readString(Path.of("/etc/passwd")));
        all.put("list_the_home", () -> require(Files.list(path("home")).findAny().isPresent()));
        all.put("change_a_file",
                () -> Files.writeString(path("secret"), "x", StandardOpenOption.APPEND));
        all.put("empty_a_file",
                () -> Files.write(path("own"), new byte[0], StandardOpenOption.TRUNCATE_EXISTING));
        all.put("change_the_rights_of_a_file",
                () -> Files.setPosixFilePermissions(path("secret"), Set.of()));
        all.put("remove_a_file", () -> Files.delete(path("secret")));
        all.put("write_beside_its_file",
                () -> Files.writeString(path("own").resolveSibling("new"), "x"));
        all.put("lock_a_file", () -> {
            try (FileChannel file = FileChannel.open(path("own"))) {
                file.lock(0, 1, true);
            }
        });
        all.put("write_to_a_pipe", () -> {
            // Opening a pipe for writing alone waits for a reader.
            try (FileChannel pipe = FileChannel.open(path("pipe"), StandardOpenOption.WRITE)) {
                pipe.write(ByteBuffer.wrap(new byte[1]));
            }
        });
        all.put("connect_over_the_network",
                () -> new Socket("127.0.0.1", Integer.parseInt(TARGETS.get("port"))).close());
        all.put("connect_to_a_socket_file",
                () -> SocketChannel.open(UnixDomainSocketAddress.of(path("socket"))).close());
        all.put("send_a_datagram", () -> {
            try (DatagramSocket end = new DatagramSocket()) {
                end.send(new DatagramPacket(new byte[1], 1, InetAddress.getLoopbackAddress(), 9));
            }
        });
        all.put("listen_on_a_port", () -> new ServerSocket(0).close());
        all.put("signal_another_process",
                () -> tool("/bin/kill", "-s", TARGETS.get("signal"), TARGETS.get("process")));
        all.put("look_into_another_process",
                () -> Files.readString(Path.of("/proc", TARGETS.get("process"), "cmdline")));
        all.put("look_into_its_parent", () -> Files.readString(Path.of("/proc",
                Long.toString(ProcessHandle.current().parent().orElseThrow().pid()), "environ")));
        all.put("enter_a_namespace", () -> tool("/usr/bin/unshare", "-U", "true"));
        all.put("become_another_user", () -> tool("/bin/su", "nobody", "-s", "/bin/true"));
        all.put("mount_something", () -> tool("/bin/mount", "-t", "tmpfs", "tmpfs", "/tmp"));
        return all;
    }

    static void thinkAlways() {
        long sum = 0;
        while (sum >= 0) {
            sum = (sum + 1) & 0xFFFF;
        }
    }

    static Map<String, Attempt> conduct() {
        Map<String, Attempt> all = new LinkedHashMap<>();
        all.put("hoards_memory", () -> {
            while (true) {
                HOARD.add(new byte[10_000_000]);
            }
        });
        all.put("hoards_memory_outside_the_heap", () -> {
            while (true) {
                ByteBuffer buffer = ByteBuffer.allocateDirect(10_000_000);
                HOARD.add(buffer);
                for (int i = 0; i < buffer.capacity(); i += 4096) {
                    buffer.put(i, (byte) 1);
                }
            }
        });
        all.put("floods_its_answers", () -> {
            while (true) {
                System.out.print("x".repeat(4096));
            }
        });
        all.put("floods_its_errors", () -> {
            while (true) {
                System.err.print("x".repeat(4096));
            }
        });
        all.put("starts_threads", () -> {
            while (true) {
                new Thread(() -> pause()).start();
            }
        });
        all.put("starts_processes", () -> {
            while (true) {
                HOARD.add(started("sleep 99"));
            }
        });
        all.put("thinks_in_a_thread", () -> new Thread(Attempts::thinkAlways).start());
        all.put("thinks_in_a_process", () -> started("while :; do :; done"));
        all.put("leaves_a_process", () -> started("trap '' HUP TERM; setsid sleep 99 & sleep 99"));
        all.put("hangs_at_its_end", () -> {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> pause()));
            System.exit(0);
        });
        all.put("sleeps", () -> pause());
        all.put("answers_twice", () -> System.out.print("4\n4\n"));
        all.put("fails", () -> {
            throw new IllegalStateException("a bad state");
        });
        return all;
    }

    static void pause() {
        try {
            Thread.sleep(99_000);
        } catch (InterruptedException error) {
            return;
        }
    }

    /** Which of the wanted attempts succeed. */
    static List<String> succeeded(List<String> wanted) {
        List<String> names = new ArrayList<>();
        attempts().forEach((name, attempt) -> {
            if (!wanted.contains("all") && !wanted.contains(name)) {
                return;
            }
            try {
                attempt.run();
                names.add(name);
            } catch (Exception | Error refused) {
                return;
            }
        });
        return names;
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 1; i < arguments.length; i++) {
            String[] parts = arguments[i].split("=", 2);
            TARGETS.put(parts[0], parts[1]);
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        boolean isFirst = true;
        while (input.readLine() != null) {
            if (isFirst && conduct().containsKey(arguments[0])) {
                conduct().get(arguments[0]).run();
            } else if (isFirst) {
                List<String> names = succeeded(List.of(arguments[0].split(",")));
                names.forEach(name -> System.err.println("succeeded: " + name));
                if (!names.isEmpty()) {
                    System.exit(3);
                }
            }
            isFirst = false;
            System.out.println("1");
        }
    }
}
