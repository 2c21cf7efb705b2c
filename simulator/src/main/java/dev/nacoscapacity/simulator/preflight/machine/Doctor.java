package dev.nacoscapacity.simulator.preflight.machine;

import static dev.nacoscapacity.core.text.Arguments.with;

import com.sun.management.OperatingSystemMXBean;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.text.Message;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Checks whether this machine has the resources for a fleet, and proposes changes. */
public final class Doctor {

  /** A wider range would include ports that registries commonly listen on. */
  private static final int MAX_PORTS = 55_296;

  private static final int MIB = 1 << 20;

  /** Bounded because each worker needs the memory and threads of a JVM. */
  private static final int MAX_WORKERS = 16;

  private final MachineLimits machine;
  private final int cores;
  private final long heapMax;

  /**
   * Reads the limits of a machine, once.
   *
   * @param proc where the proc file system is mounted
   * @param sys where the sys file system is mounted
   * @param cores how many the JVM may use, in the time in which it loads
   * @param heapMax the JVM's maximum heap, in bytes
   */
  Doctor(Path proc, Path sys, int cores, long heapMax) {
    this.machine = MachineLimits.read(proc, sys);
    this.cores = cores;
    this.heapMax = heapMax;
  }

  /** Reads the limits of this machine and process, once. */
  public static Doctor ofThisMachine() {
    Runtime runtime = Runtime.getRuntime();
    return new Doctor(
        Path.of("/proc"),
        Path.of("/sys"),
        // A second of slow time has so many more CPU seconds.
        (int)
            (runtime.availableProcessors()
                * ClusterClock.own().map(ClusterClock::dilation).orElse(1.0)),
        runtime.maxMemory());
  }

  /** Checks everything that limits a fleet. */
  public Diagnosis examine(ResourceRequirement need) {
    List<LimitCheck> checks = new ArrayList<>();
    checks.add(openFiles(need));
    checks.add(ports(need));
    if (need.target().loopback()) {
      checks.add(
          sysctl("doctor.acceptQueue", need.backlog(), machine.somaxconn(), "core.somaxconn"));
      checks.add(
          sysctl(
              "doctor.halfOpen", need.backlog(), machine.synBacklog(), "ipv4.tcp_max_syn_backlog"));
    }
    if (machine.conntrackMax().isPresent()) {
      checks.add(connectionTracking(need));
    }
    checks.add(cores(need));
    checks.add(heap(need));
    checks.add(memory(need));
    return new Diagnosis(checks);
  }

  /**
   * Shortages that would break a run before it measures anything: descriptors, ports, tracked
   * connections, heap. Empty when the run can start. A short backlog or too few cores only slow the
   * run, which its figures show.
   */
  public List<LimitCheck> shortages(ResourceRequirement need) {
    return examine(need).checks().stream().filter(c -> c.blocks() && !c.enough()).toList();
  }

  /** Describes the generator's machine for the record. */
  public Machine describe() {
    OperatingSystemMXBean os = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    Map<String, Long> limits = limits();
    limits.put("heap", heapMax);
    return new Machine(
        os.getAvailableProcessors(),
        os.getTotalMemorySize(),
        os.getName() + " " + os.getVersion(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        limits);
  }

  /** The limits that can be read, by their names in a run's record. */
  Map<String, Long> limits() {
    Map<String, Long> limits = new LinkedHashMap<>();
    machine.openFiles().ifPresent(limit -> limits.put("openFiles", limit));
    machine.localPorts().ifPresent(limit -> limits.put("localPorts", limit));
    machine.somaxconn().ifPresent(limit -> limits.put("backlog", limit));
    machine.synBacklog().ifPresent(limit -> limits.put("synBacklog", limit));
    machine.conntrackMax().ifPresent(limit -> limits.put("conntrack", limit));
    return limits;
  }

  /**
   * The number of worker processes that a fleet needs for lack of descriptors; 0 when this process
   * has enough, or when no number of workers suffices.
   */
  public int workers(ResourceRequirement need) {
    long hard = machine.openFilesHard().orElse(Long.MAX_VALUE);
    if (need.openFiles() <= hard) {
      return 0;
    }
    return IntStream.rangeClosed(1, Math.min(MAX_WORKERS, need.members().services()))
        .filter(n -> need.share(n).openFiles() <= hard && need.parentFiles(n) <= hard)
        .findFirst()
        .orElse(0);
  }

  /** Whether descriptors are too few with any number of processes. */
  public boolean lacksFiles(ResourceRequirement need) {
    return need.openFiles() > machine.openFilesHard().orElse(Long.MAX_VALUE) && workers(need) == 0;
  }

  /**
   * The maximum of HTTP connections, excluding long polls, that this process may open in addition
   * to its other descriptors; at least 1.
   */
  public int connectionsAtMost(ResourceRequirement need) {
    long limit = need.connectionsWithin(machine.openFiles().orElse(Integer.MAX_VALUE));
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, limit));
  }

  /**
   * The maximum of HTTP connections, excluding long polls, of each worker process, given that this
   * process may hold ends of these connections; at least 1.
   */
  public int connectionsOfWorker(ResourceRequirement need, int workers) {
    long files = machine.openFiles().orElse(Integer.MAX_VALUE);
    long each = need.connectionsWithinParent(files, workers) / workers;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, each));
  }

  private LimitCheck openFiles(ResourceRequirement need) {
    int workers = workers(need);
    if (workers > 0) {
      return LimitCheck.of(
          Message.of("doctor.openFilesOf", with("processes", workers + 1)),
          Math.max(need.share(workers).openFiles(), need.parentFiles(workers)),
          machine.openFiles(),
          true,
          Message.asIs("ulimit -n " + machine.openFilesHard().getAsLong()));
    }
    long limit = roundUp(need.openFiles());
    long hard = machine.openFilesHard().orElse(Long.MAX_VALUE);
    Message remedy;
    if (need.openFiles() <= hard) {
      remedy = Message.asIs("ulimit -n " + limit);
    } else if (machine.mayRaiseHard()) {
      remedy = Message.asIs("ulimit -Hn %1$d && ulimit -n %1$d".formatted(limit));
    } else {
      remedy = Message.of("doctor.hardLimit", with("option", connectionOption(need)));
    }
    return LimitCheck.of(
        Message.of("doctor.openFiles"), need.openFiles(), machine.openFiles(), true, remedy);
  }

  private LimitCheck ports(ResourceRequirement need) {
    long needed = need.portsPerTarget(machine.reusesPorts(need.target().loopback()));
    Message remedy;
    if (needed <= MAX_PORTS) {
      remedy = Message.asIs("sysctl -w net.ipv4.ip_local_port_range=\"10240 65535\"");
    } else if (need.portsPerTarget(true) <= MAX_PORTS) {
      remedy =
          Message.asIs(
              "sysctl -w net.ipv4.ip_local_port_range=\"10240 65535\" net.ipv4.tcp_tw_reuse="
                  + (need.target().loopback() ? 2 : 1));
    } else {
      remedy = Message.of("doctor.portRange", with("option", connectionOption(need)));
    }
    return LimitCheck.of(Message.of("doctor.ports"), needed, machine.localPorts(), true, remedy);
  }

  /** The option that reduces the number of connections. */
  private static String connectionOption(ResourceRequirement need) {
    return need.connections().grpc() > 0 ? "--instances" : "--connections";
  }

  private LimitCheck connectionTracking(ResourceRequirement need) {
    long used = machine.conntrackMax().getAsLong() - machine.conntrackLeft().orElse(0);
    Message remedy =
        Message.asIs(
            "sysctl -w net.netfilter.nf_conntrack_max="
                + roundUp(used + need.trackedConnections()));
    return LimitCheck.of(
        Message.of("doctor.tracked"),
        need.trackedConnections(),
        machine.conntrackLeft(),
        true,
        remedy);
  }

  private LimitCheck cores(ResourceRequirement need) {
    return LimitCheck.of(
        Message.of("doctor.cores"),
        need.cores(),
        OptionalLong.of(cores),
        false,
        Message.of("doctor.moreCores"));
  }

  private LimitCheck heap(ResourceRequirement need) {
    int workers = workers(need);
    long needed =
        mib(
            workers == 0
                ? need.heapBytes()
                : Math.max(need.share(workers).heapBytes(), need.parentHeapBytes()));
    return LimitCheck.of(
        Message.of("doctor.heap"),
        needed,
        OptionalLong.of(heapMax / MIB),
        true,
        Message.asIs("JAVA_OPTS=-Xmx%dm".formatted(needed)));
  }

  private LimitCheck memory(ResourceRequirement need) {
    long available = machine.memoryAvailable().orElse(Long.MAX_VALUE);
    return LimitCheck.of(
        Message.of("doctor.memory"),
        mib(need.memoryBytes()),
        available == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(available / MIB),
        false,
        Message.of("doctor.moreMemory"));
  }

  private static LimitCheck sysctl(String item, long needed, OptionalLong available, String key) {
    Message remedy = Message.asIs("sysctl -w net.%s=%d".formatted(key, roundUp(needed)));
    return LimitCheck.of(Message.of(item), needed, available, false, remedy);
  }

  private static long mib(long bytes) {
    return (bytes + MIB - 1) / MIB;
  }

  /** Rounds up to a power of two, as administrators expect. */
  private static long roundUp(long needed) {
    return needed <= 1 ? 1 : Long.highestOneBit(needed - 1) << 1;
  }
}
