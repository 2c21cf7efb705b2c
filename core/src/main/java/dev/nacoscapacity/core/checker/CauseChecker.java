package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;
import static java.lang.Boolean.TRUE;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Possible causes of the other reasons: an exhausted processor or heap, or beats sent so late that
 * even a healthy registry drops instances.
 */
final class CauseChecker implements Checker {

  /** Above this processor utilization, queues grow faster than the load. */
  private static final double BUSY_SHARE = 0.85;

  /** A heap with a larger share of time in garbage collection is too small for its content. */
  private static final double GC_SHARE = 0.10;

  /**
   * A heap that stays below this fill level is large enough: its collections are slow because
   * processors are short.
   */
  private static final double FILLED_SHARE = 0.75;

  /** Counters are read once a second, so a shorter window tells no load. */
  private static final double SHORTEST_WINDOW = 1;

  private static final long BYTES_PER_MEGABYTE = 1 << 20;

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    List<Reason> causes = new ArrayList<>();
    if (run.windowSeconds() >= SHORTEST_WINDOW) {
      // In a scale model each node has a machine of its own; what they share is FidelityChecker's.
      int machines = run.target().dilation().isPresent() ? 0 : run.target().sharedMachines();
      for (int machine = 0; machine < machines; machine++) {
        sharedProcessors(run, nodesOf(run, machine, machines), causes);
      }
      run.servers().forEach((node, server) -> ownProcessors(node, server, run, causes));
      run.servers().forEach((node, server) -> heap(node, server, run, causes));
    }
    beatGap(run, criteria, causes);
    return causes;
  }

  /** Nodes are placed on machines round-robin. */
  private static Map<String, Server> nodesOf(RunRecord run, int machine, int machines) {
    Map<String, Server> nodes = new LinkedHashMap<>();
    int turn = 0;
    for (Map.Entry<String, Server> node : run.servers().entrySet()) {
      if (turn++ % machines == machine) {
        nodes.put(node.getKey(), node.getValue());
      }
    }
    return nodes;
  }

  private static void sharedProcessors(
      RunRecord run, Map<String, Server> servers, List<Reason> causes) {
    double seconds = run.windowSeconds();
    Generator own = run.generator();
    double nodes = servers.values().stream().mapToDouble(Server::cpuSeconds).sum();
    boolean apart = servers.values().stream().anyMatch(node -> TRUE.equals(node.generatorApart()));
    boolean unknown = apart || own == null || own.cpu().cpuSeconds() == null;
    double generator =
        unknown
            ? 0
            : own.cpu().cpuSeconds()
                + orZero(own.cpu().jitCpuSeconds())
                + orZero(own.cpu().gcCpuSeconds());
    if (own != null) {
      nodes += orZero(own.cpu().standInCpuSeconds());
    }
    int cores =
        servers.values().stream()
            .map(Server::cores)
            .filter(Objects::nonNull)
            .mapToInt(Number::intValue)
            .max()
            .orElseGet(() -> run.machine().cores());
    if (nodes + generator < BUSY_SHARE * cores * seconds) {
      return;
    }
    boolean shared = servers.values().stream().anyMatch(node -> node.sharesProcessOf() != null);
    Map.Entry<String, Server> busiest =
        servers.entrySet().stream()
            .filter(node -> !shared)
            .max(Comparator.comparingDouble(node -> node.getValue().cpuSeconds()))
            .orElse(null);
    causes.add(
        Reason.of(
            Severity.CAUSE,
            "machineSaturated",
            with("cores", cores)
                .and("nodes", nodes / seconds)
                .and("processes", shared ? "shared" : null)
                .and("busiest", busiest == null ? null : busiest.getKey())
                .and(
                    "busiestCores",
                    busiest == null ? null : busiest.getValue().cpuSeconds() / seconds)
                .and("generator", unknown ? null : generator / seconds)));
  }

  private static double orZero(Double value) {
    return value == null ? 0 : value;
  }

  private static void ownProcessors(
      String node, Server server, RunRecord run, List<Reason> causes) {
    double seconds = run.windowSeconds();
    processorsOf(server, run)
        .filter(cores -> server.cpuSeconds() >= BUSY_SHARE * cores * seconds)
        .ifPresent(
            cores ->
                causes.add(
                    Reason.of(
                        Severity.CAUSE,
                        "serverSaturated",
                        with("node", node)
                            .and("used", server.cpuSeconds() / seconds)
                            .and("cores", NumberText.exact(cores)))));
  }

  /**
   * Processors that no other node may use; empty when the node has none of its own, or the number
   * is unknown.
   */
  private static Optional<Double> processorsOf(Server server, RunRecord run) {
    return run.target()
        .nodeCores()
        .or(
            () ->
                Optional.ofNullable(server.cores())
                    .filter(cores -> run.target().sharedMachines() == 0)
                    .map(Integer::doubleValue));
  }

  private static void heap(String node, Server server, RunRecord run, List<Reason> causes) {
    double share = server.gcMs() == null ? 0 : server.gcMs() / 1e3 / run.windowSeconds();
    if (share <= GC_SHARE) {
      return;
    }
    Setup setup = run.target().setup();
    Long heapMax = server.heapMaxBytes();
    boolean roomy =
        setup != null
            && heapMax != null
            && heapMax < FILLED_SHARE * setup.heapMegabytes() * BYTES_PER_MEGABYTE;
    causes.add(
        Reason.of(
            Severity.CAUSE,
            "serverGc",
            with("node", node)
                .and("share", share)
                .and("held", roomy ? heapMax / BYTES_PER_MEGABYTE : null)
                .and("heap", roomy ? setup.heapMegabytes() : null)));
  }

  private static void beatGap(RunRecord run, Criteria criteria, List<Reason> causes) {
    RegistryResult registry = run.registry();
    if (registry == null
        || registry.beatGapMs() == null
        // Slow classes have long beat gaps on purpose, which hide the gaps of the other classes.
        || registry.beatGapMs().max() <= run.workload().beatGapMs(criteria)) {
      return;
    }
    causes.add(
        Reason.of(
            Severity.CAUSE,
            run.workload().speaks(Transport.HTTP) ? "lateBeats" : "idleConnections",
            with("max", registry.beatGapMs().max() / 1e3)
                .and("p99", registry.beatGapMs().p99() / 1e3)));
  }
}
