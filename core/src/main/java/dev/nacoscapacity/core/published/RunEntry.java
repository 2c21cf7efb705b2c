package dev.nacoscapacity.core.published;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A run of this tool as a row beside the published ones. */
final class RunEntry {

  private static final double BYTES_PER_GB = 1e9;

  private RunEntry() {}

  /** Why a run has no row; null when it has one. */
  static String leftOut(RunRecord run) {
    if (run.target() == null || run.target().standIn()) {
      return "a stand-in was loaded, and no Nacos";
    }
    if (!run.source().tellsWorkload()) {
      return "a JTL of another plan tells no nodes and no instances";
    }
    if (run.target().stamp().isPresent()) {
      return run.target().stamp().get().text();
    }
    if (run.experiment() != null) {
      return "nodes were broken in it";
    }
    if (run.verdict() == null || run.windowSeconds() <= 0) {
      return "it ended before its verdict";
    }
    return counted(run).isEmpty() ? "it has neither beats nor lists, which count here" : null;
  }

  static Entry of(RunFolder folder) {
    RunRecord run = folder.run();
    Target target = run.target();
    Double cores = cores(run);
    Double memory = target.onThisMachine() ? run.machine().memoryBytes() / BYTES_PER_GB : null;
    return new Entry(
        folder.path().toAbsolutePath().getFileName().toString(),
        "%s, %d nodes, %s cores, %s, %s"
            .formatted(target.version(), target.nodes().size(), cores, memory, elsewhere(target)),
        new Entry.Cluster(target.version(), auth(target), target.nodes().size(), cores, memory),
        new Entry.Load(connections(run), run.workload().services(), run.workload().instances()),
        rate(run, OperationResult::required),
        new Entry.Result(
            rate(run, OperationResult::achieved),
            meanServiceMs(run),
            outcome(run.verdict().status())),
        remark(run));
  }

  /** The addresses of nodes whose hardware is not known to be that of others. */
  private static String elsewhere(Target target) {
    return target.onThisMachine() ? "" : String.join(", ", new TreeSet<>(target.nodes()));
  }

  /** The most open connections, for a fleet without a bound. */
  private static Integer connections(RunRecord run) {
    Integer bound = run.workload().connections();
    boolean hasConnections = run.generator() != null && run.generator().connections() != null;
    return bound == null && hasConnections
        ? Integer.valueOf(run.generator().connections().max())
        : bound;
  }

  private static Boolean outcome(Status status) {
    return status == Status.INCONCLUSIVE ? null : Boolean.valueOf(status == Status.PASS);
  }

  private static String remark(RunRecord run) {
    List<String> words = new ArrayList<>();
    if (run.target().via() != null) {
      words.add("via " + run.target().via());
    }
    Double nodeCpus = run.target().nodeCpus();
    if (nodeCpus != null) {
      words.add("%s processors a node".formatted(NumberText.exact(nodeCpus)));
    }
    if (run.verdict().status() != Status.PASS) {
      words.add(run.verdict().status().toString());
    }
    RegistryResult registry = run.registry();
    long registered =
        registry == null ? Long.MAX_VALUE : registry.worst().count(RegistryCount.EXPECTED);
    if (registered < run.workload().instances()) {
      words.add(
          "only %s taken"
              .formatted(NumberText.counted(registered, "instance was", "instances were")));
    }
    return String.join("; ", words);
  }

  static String auth(Target target) {
    if (!target.auth()) {
      return Entry.OFF;
    }
    return Boolean.TRUE.equals(target.authCache()) ? "on, cached" : "on";
  }

  /**
   * Nodes on this machine share its processors with each other and with the generator. Null when
   * the processors of a node, or the nodes, are unknown.
   */
  private static Double cores(RunRecord run) {
    if (run.target().onThisMachine()) {
      double all = run.machine().cores();
      Double each = run.target().nodeCpus();
      return each == null ? all : Math.min(all, each * run.target().nodes().size());
    }
    List<Server> servers = List.copyOf(run.servers().values());
    List<String> nodes = run.target().nodes();
    if (nodes.isEmpty() || servers.size() != nodes.size()) {
      return null;
    }
    Map<String, Integer> byMachine = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      Integer cores = servers.get(i).cores();
      if (cores == null) {
        return null;
      }
      byMachine.put(nodes.get(i).replaceAll(":\\d+$", ""), cores);
    }
    return byMachine.values().stream().mapToDouble(Integer::intValue).sum();
  }

  /** The operations that the published figures include. */
  private static List<OperationResult> counted(RunRecord run) {
    return Stream.of(Operation.BEAT, Operation.LIST)
        .flatMap(kind -> run.operations(kind).stream())
        .toList();
  }

  static double rate(RunRecord run, ToDoubleFunction<OperationResult> count) {
    return counted(run).stream().mapToDouble(count).sum() / run.windowSeconds();
  }

  /** From written to answered, which is what a JMeter thread measures. */
  private static Double meanServiceMs(RunRecord run) {
    double calls = 0;
    double millis = 0;
    for (OperationResult operation : counted(run)) {
      Percentiles service = operation.serviceMs();
      if (service != null) {
        calls += operation.achieved();
        millis += service.mean() * operation.achieved();
      }
    }
    return calls == 0 ? null : millis / calls;
  }
}
