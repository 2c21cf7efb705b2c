package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.ServerRowBuilder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads the usage of one node: from {@code /proc} once its process was seen, otherwise from its
 * scrape answers. The two sources are never mixed, since their counters start at different moments.
 */
final class NodeWatch {

  /** A scrape answer, and its time of arrival. */
  private record Answer(String body, long nanos) {}

  private final WatchedNode node;
  private final ProcFile file;
  private final Path proc;
  private final Path temporary;
  private final AtomicReference<Answer> answer = new AtomicReference<>();
  private boolean hasProcess;
  private long pid;

  /** The processors that its process may use; empty when unknown. */
  private BitSet processors = new BitSet();

  private CpuStat stat;

  /** Start time of the process of the next two fields; -1 before a process was seen. */
  private long startTicks = -1;

  private ContextSwitches switches;
  private ThreadTimes compilers;
  private Scrape scrape;
  private double scrapedCpuSeconds;
  private Long scrapedAt;

  NodeWatch(WatchedNode node, ProcFile file, Path proc, Path temporary) {
    this.node = node;
    this.file = file;
    this.proc = proc;
    this.temporary = temporary;
  }

  void scraped(String body, long nanos) {
    answer.set(new Answer(body, nanos));
  }

  /** Its process at the last check; empty if it had none on this machine. */
  OptionalLong process() {
    return stat == null ? OptionalLong.empty() : OptionalLong.of(pid);
  }

  /** Attributes its process to another node in the same process, until the next check. */
  void leaveProcess() {
    stat = null;
  }

  /** Checks which source can be read now. */
  void look() {
    OptionalLong now = askForPid();
    stat = null;
    scrape = null;
    if (now.isPresent()) {
      hasProcess = true;
      pid = now.getAsLong();
      stat = CpuStat.parse(file.read(folder().resolve("stat").toFile())).orElse(null);
      if (stat != null && stat.startTicks() != startTicks) {
        startTicks = stat.startTicks();
        switches = new ContextSwitches(file, folder());
        compilers = new ThreadTimes(file, folder(), Set.of(ThreadRole.JIT));
        processors = AllowedProcessors.parse(file.read(folder().resolve("status").toFile()));
      }
    }
    Answer fresh = answer.getAndSet(null);
    if (!hasProcess && fresh != null) {
      read(fresh);
    }
  }

  private OptionalLong askForPid() {
    try {
      return node.pid().get();
    } catch (UncheckedIOException e) {
      // No file descriptor is left to read a pid file: the run continues, and reports the shortage.
      return OptionalLong.empty();
    }
  }

  /** Counts context switches, which costs more than all other reads together. */
  void countSwitches() {
    if (stat != null) {
      switches.sample();
    }
  }

  /** The row for this moment, or null when nothing is known. */
  ServerRow row(Instant time, double seconds, boolean switchesCounted, Integer connections) {
    ServerRowBuilder row =
        ServerRowBuilder.builder()
            .time(time)
            .seconds(seconds)
            .node(node.name())
            .connections(connections)
            .source(ServerRow.PROC);
    if (stat != null) {
      compilers.sample(stat.name());
      OptionalDouble jit = compilers.seconds(ThreadRole.JIT);
      row.userCpuSeconds(CpuStat.seconds(stat.userTicks()))
          .systemCpuSeconds(CpuStat.seconds(stat.systemTicks()))
          .voluntarySwitches(switchesCounted ? switches.voluntary() : null)
          .involuntarySwitches(switchesCounted ? switches.involuntary() : null)
          .threads(stat.threads())
          .jitMillis(jit.isEmpty() ? null : Long.valueOf(Math.round(jit.getAsDouble() * 1e3)));
      with(row, PerfData.read(temporary, pid));
    } else if (scrape != null) {
      row.userCpuSeconds(scrape.cpuShare() == null ? null : scrapedCpuSeconds)
          .threads(scrape.threads())
          .connections(connections == null ? scrape.connections() : connections)
          .source(ServerRow.SCRAPE);
      with(row, scrape.jvm());
    } else if (connections == null) {
      return null;
    }
    return row.build();
  }

  private static void with(ServerRowBuilder row, JvmUsage jvm) {
    row.heapUsedBytes(jvm.heapUsedBytes())
        .heapMaxBytes(jvm.heapMaxBytes())
        .gcCount(jvm.gcCount())
        .gcMillis(jvm.gcMillis());
  }

  /**
   * Cores of the node's machine that the node may use, or null when unknown.
   *
   * @param coresHere cores as counted by this JVM
   * @param allowedHere processors that this process may use; more than {@code coresHere} under a
   *     container's CPU quota
   */
  Integer cores(int coresHere, BitSet allowedHere) {
    if (!hasProcess) {
      return scrape == null ? null : scrape.cores();
    }
    int granted = allowedHere.cardinality() > coresHere ? coresHere : Integer.MAX_VALUE;
    return processors.isEmpty() ? coresHere : Math.min(granted, processors.cardinality());
  }

  /** Whether one of these processors is not allowed for the node's process; null when unknown. */
  Boolean apart(BitSet others) {
    if (processors.isEmpty() || others.isEmpty()) {
      return null;
    }
    BitSet own = (BitSet) others.clone();
    own.andNot(processors);
    return !own.isEmpty();
  }

  private void read(Answer fresh) {
    scrape = Scrape.of(fresh.body());
    if (scrape != null && scrape.cpuShare() != null) {
      if (scrapedAt != null) {
        scrapedCpuSeconds += scrape.cpuShare() * (fresh.nanos() - scrapedAt) / 1e9;
      }
      scrapedAt = fresh.nanos();
    }
  }

  private Path folder() {
    return proc.resolve(Long.toString(pid));
  }
}
