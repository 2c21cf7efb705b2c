package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Processes by pid and start time, since a pid alone may belong to another process by now. Source:
 * proc(5), {@code /proc/PID/stat}.
 *
 * @param proc {@code /proc}
 */
record ProcessTable(Path proc) {

  static final ProcessTable SYSTEM = new ProcessTable(Path.of("/proc"));

  /**
   * A process.
   *
   * @param startTicks when it started, in clock ticks since boot
   */
  record Identity(long pid, long startTicks) {}

  /**
   * The process with this pid, if it is alive. A zombie is not, unless some of its threads remain,
   * which keep its ports open.
   */
  Optional<Identity> identify(long pid) {
    return stat(pid).map(stat -> new Identity(pid, stat.startTicks));
  }

  boolean lives(Identity process) {
    return identify(process.pid).filter(process::equals).isPresent();
  }

  /** Whether it is stopped by a signal, as after SIGSTOP. */
  boolean paused(Identity process) {
    return stat(process.pid)
        .filter(stat -> stat.startTicks == process.startTicks && stat.state == 'T')
        .isPresent();
  }

  /** Sends a signal, unless the process has ended. */
  void signal(Identity process, String signal) {
    if (!lives(process)) {
      return;
    }
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid))
              .redirectErrorStream(true)
              .start();
      String complaint = new String(kill.getInputStream().readAllBytes());
      if (kill.waitFor() != 0 && lives(process)) {
        throw new ClusterException(
            "cannot send SIG" + signal + " to process " + process.pid + ": " + complaint.strip());
      }
    } catch (IOException e) {
      throw new ClusterException(
          "cannot send SIG%s to process %d: %s".formatted(signal, process.pid, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while sending SIG" + signal, e);
    }
  }

  private record Stat(char state, long startTicks) {}

  private Optional<Stat> stat(long pid) {
    String line;
    Path file = proc.resolve(Long.toString(pid)).resolve("stat");
    // Not through a channel, which fails in an interrupted thread, so that a live process would be
    // missed.
    try (InputStream in = new FileInputStream(file.toFile())) {
      line = new String(in.readAllBytes());
    } catch (IOException e) {
      // The process has ended: the file is gone, or reading it fails with ESRCH.
      return Optional.empty();
    }
    // The name, in parentheses, may hold spaces and parentheses of its own; state is field 3,
    // num_threads 20, starttime 22.
    String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
    char state = fields[0].charAt(0);
    boolean lastThread = Integer.parseInt(fields[17]) <= 1;
    return state == 'X' || state == 'Z' && lastThread
        ? Optional.empty()
        : Optional.of(new Stat(state, Long.parseLong(fields[19])));
  }
}
