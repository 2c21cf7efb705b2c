package dev.nacoscapacity.simulator.proc;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * Shows whether a node of a scale model lives as on a machine of its own: the clock of its JVM, and
 * the scheduler's figures of its threads ({@code schedstat} in proc(5)). The kernel drops those of
 * an ended thread, so they are kept here; the time between its last sample and its end is lost.
 */
public final class PacedNode {

  private static final double NANOS = 1e9;

  /** The name of a thread before it sets its own. */
  private static final String UNNAMED = "java";

  /**
   * Time on the node's clock.
   *
   * @param pid of its process
   * @param seconds since that started
   */
  public record OwnTime(long pid, double seconds) {}

  /**
   * A thread's part.
   *
   * @param name as far as the kernel keeps it
   */
  public record ThreadTime(String name, double cpuSeconds) {}

  /** A thread: what it had at its last sample, and since the window began. */
  private static final class Scheduled {
    private String name = UNNAMED;
    private long cpuNanos;
    private long waitNanos;
    private long windowCpuNanos;
    private long windowWaitNanos;

    /** Counters below those before are of a new thread with the same id. */
    void add(long cpu, long wait) {
      boolean isNew = cpu < cpuNanos || wait < waitNanos;
      windowCpuNanos += cpu - (isNew ? 0 : cpuNanos);
      windowWaitNanos += wait - (isNew ? 0 : waitNanos);
      cpuNanos = cpu;
      waitNanos = wait;
      name = isNew ? UNNAMED : name;
    }

    void restart() {
      windowCpuNanos = 0;
      windowWaitNanos = 0;
    }

    /**
     * Whether the JVM's own code runs in it, which makes no system call that would hold it back.
     */
    boolean isOfJvm() {
      ThreadRole role = ThreadRole.of(name);
      return role == ThreadRole.GC || role == ThreadRole.JIT;
    }
  }

  private final WatchedNode node;
  private final Path proc;
  private final Path temporary;
  private final ProcFile file = new ProcFile();

  /** By process and thread id. */
  private final Map<Path, Scheduled> threads = new HashMap<>();

  /**
   * @param proc where the proc file system is mounted
   * @param temporary where JVMs keep their {@code hsperfdata_USER} folders
   */
  public PacedNode(WatchedNode node, Path proc, Path temporary) {
    this.node = node;
    this.proc = proc;
    this.temporary = temporary;
  }

  /** The node's name. */
  public String name() {
    return node.name();
  }

  /** Whether it has a process now. */
  public boolean runs() {
    return node.pid().get().isPresent();
  }

  /** The clock of its JVM, up to 50 ms of its time ago; empty when it tells none. */
  public Optional<OwnTime> ownTime() {
    OptionalLong pid = node.pid().get();
    return pid.isEmpty()
        ? Optional.empty()
        : PerfData.ownSeconds(temporary, pid.getAsLong()).stream()
            .mapToObj(seconds -> new OwnTime(pid.getAsLong(), seconds))
            .findFirst();
  }

  /** Reads all its threads. */
  public void sample() {
    OptionalLong pid = node.pid().get();
    if (pid.isPresent()) {
      Path process = proc.resolve(Long.toString(pid.getAsLong()));
      for (String id : ProcFile.threads(process)) {
        sample(process.resolve("task").resolve(id));
      }
    }
  }

  private void sample(Path thread) {
    String[] fields = file.read(thread.resolve("schedstat").toFile()).split(" ");
    if (fields.length < 2) {
      return;
    }
    Scheduled scheduled = threads.computeIfAbsent(thread, t -> new Scheduled());
    scheduled.add(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
    if (scheduled.name.equals(UNNAMED)) {
      scheduled.name = file.read(thread.resolve("comm").toFile()).strip();
    }
  }

  /** Begins the window of the figures below at the last sample. */
  public void beginWindow() {
    threads.values().forEach(Scheduled::restart);
  }

  /** What its threads have computed. */
  public double cpuSeconds() {
    return sum(thread -> thread.windowCpuNanos);
  }

  /**
   * How long its threads waited for a processor, also at the node's own quota, by the wall; without
   * the JVM's own, which are as many as the node has cores, and work at once.
   */
  public double waitSeconds() {
    return sum(thread -> thread.isOfJvm() ? 0 : thread.windowWaitNanos);
  }

  private double sum(ToLongFunction<Scheduled> nanos) {
    return threads.values().stream().mapToLong(nanos).sum() / NANOS;
  }

  /** The thread that computed most, without those of the JVM itself; empty when there is none. */
  public Optional<ThreadTime> busiest() {
    return threads.values().stream()
        .filter(thread -> !thread.isOfJvm())
        .max(Comparator.comparingLong(thread -> thread.windowCpuNanos))
        .map(thread -> new ThreadTime(thread.name, thread.windowCpuNanos / NANOS));
  }
}
