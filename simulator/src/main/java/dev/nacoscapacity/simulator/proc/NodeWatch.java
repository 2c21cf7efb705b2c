package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.ServerRowBuilder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.Optional;
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

  /**
   * A process of the node, which has another one after a restart.
   *
   * @param processors that it may use; empty when unknown
   */
  private record SeenProcess(long startTicks, BitSet processors, ThreadTimes compilers) {}

  private final WatchedNode node;
  private final ProcFile file;
  private final Path proc;
  private final Path temporary;
  private final AtomicReference<Answer> answer = new AtomicReference<>();
  private boolean hasProcess;
  private long pid;

  /** The process that was seen last. */
  private Optional<SeenProcess> seen = Optional.empty();

  private Optional<CpuStat> stat = Optional.empty();
  private Optional<Scrape> scrape = Optional.empty();
  private double scrapedCpuSeconds;
  private OptionalLong scrapedAt = OptionalLong.empty();

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
    return stat.isEmpty() ? OptionalLong.empty() : OptionalLong.of(pid);
  }

  /** Attributes its process to another node in the same process, until the next check. */
  void leaveProcess() {
    stat = Optional.empty();
  }

  /** Checks which source can be read now. */
  void look() {
    OptionalLong now = askForPid();
    stat = Optional.empty();
    scrape = Optional.empty();
    if (now.isPresent()) {
      hasProcess = true;
      pid = now.getAsLong();
      stat = CpuStat.parse(file.read(folder().resolve("stat").toFile()));
      stat.ifPresent(found -> seen = Optional.of(process(found.startTicks())));
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

  /**
   * The row for this moment; empty when nothing is known.
   *
   * @param connections of the node, if they were counted
   */
  Optional<ServerRow> row(Instant time, double seconds, Optional<Integer> connections) {
    ServerRowBuilder row =
        ServerRowBuilder.builder()
            .time(time)
            .seconds(seconds)
            .node(node.name())
            .connections(connections.orElse(null))
            .source(ServerRow.PROC);
    if (stat.isPresent()) {
      CpuStat cpu = stat.get();
      SeenProcess process = seen.orElseThrow();
      process.compilers().sample(cpu.name());
      OptionalDouble jit = process.compilers().seconds(ThreadRole.JIT);
      row.cpu(
              new ServerRow.Cpu(
                  CpuStat.seconds(cpu.userTicks()),
                  CpuStat.seconds(cpu.systemTicks()),
                  cpu.threads()))
          .jvm(PerfData.read(temporary, pid))
          .jitMillis(jit.isEmpty() ? null : Long.valueOf(Math.round(jit.getAsDouble() * 1e3)));
    } else if (scrape.isPresent()) {
      Scrape told = scrape.get();
      Double used = told.cpuShare().map(share -> scrapedCpuSeconds).orElse(null);
      row.cpu(new ServerRow.Cpu(used, null, told.threads().orElse(null)))
          .jvm(told.jvm())
          .connections(connections.or(told::connections).orElse(null))
          .source(ServerRow.SCRAPE);
    } else if (connections.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(row.build());
  }

  /**
   * Cores of the node's machine that the node may use; empty when unknown.
   *
   * @param coresHere cores as counted by this JVM
   * @param allowedHere processors that this process may use; more than {@code coresHere} under a
   *     container's CPU quota
   */
  Optional<Integer> cores(int coresHere, BitSet allowedHere) {
    if (!hasProcess) {
      return scrape.flatMap(Scrape::cores);
    }
    int granted = allowedHere.cardinality() > coresHere ? coresHere : Integer.MAX_VALUE;
    int own = processors().cardinality();
    return Optional.of(own == 0 ? coresHere : Math.min(granted, own));
  }

  /** Whether one of these processors is not allowed for the node's process; empty when unknown. */
  Optional<Boolean> apart(BitSet others) {
    BitSet processors = processors();
    if (processors.isEmpty() || others.isEmpty()) {
      return Optional.empty();
    }
    BitSet own = (BitSet) others.clone();
    own.andNot(processors);
    return Optional.of(!own.isEmpty());
  }

  private BitSet processors() {
    return seen.map(SeenProcess::processors).orElseGet(BitSet::new);
  }

  private SeenProcess process(long startTicks) {
    return seen.filter(before -> before.startTicks() == startTicks)
        .orElseGet(
            () ->
                new SeenProcess(
                    startTicks,
                    AllowedProcessors.parse(file.read(folder().resolve("status").toFile())),
                    new ThreadTimes(file, folder(), Set.of(ThreadRole.JIT))));
  }

  private void read(Answer fresh) {
    scrape = Scrape.of(fresh.body());
    scrape
        .flatMap(Scrape::cpuShare)
        .ifPresent(
            share -> {
              long before = scrapedAt.orElse(fresh.nanos());
              scrapedCpuSeconds += share * (fresh.nanos() - before) / 1e9;
              scrapedAt = OptionalLong.of(fresh.nanos());
            });
  }

  private Path folder() {
    return proc.resolve(Long.toString(pid));
  }
}
