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
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A run of this tool as a row beside the published ones. */
final class RunEntry {

  private static final double BYTES_PER_GB = 1e9;

  private RunEntry() {}

  /** Why a run has no row; empty when it has one. */
  static Optional<Message> leftOut(RunRecord run) {
    if (run.target().standIn()) {
      return Optional.of(Message.of("published.leftOut.standIn"));
    }
    if (!run.source().tellsWorkload()) {
      return Optional.of(Message.of("published.leftOut.jtl"));
    }
    if (run.target().predicted()) {
      return run.target().stamp();
    }
    if (run.experiment() != null) {
      return Optional.of(Message.of("published.leftOut.broken"));
    }
    if (run.verdict() == null || run.windowSeconds() <= 0) {
      return Optional.of(Message.of("published.leftOut.early"));
    }
    return counted(run).isEmpty()
        ? Optional.of(Message.of("published.leftOut.noCalls"))
        : Optional.empty();
  }

  static Entry of(RunFolder folder) {
    RunRecord run = folder.run();
    Target target = run.target();
    Double cores = cores(run).orElse(null);
    boolean here = target.onThisMachine() && target.dilation().isEmpty();
    Double memory = here ? run.machine().memoryBytes() / BYTES_PER_GB : null;
    return new Entry(
        folder.path().toAbsolutePath().getFileName().toString(),
        "%s, %d nodes, %s cores, %s, %s"
            .formatted(target.version(), target.nodes().size(), cores, memory, elsewhere(target)),
        new Entry.Cluster(target.version(), auth(target), target.nodes().size(), cores, memory),
        new Entry.Load(connections(run), run.workload().services(), run.measuredInstances()),
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
    OptionalInt bound = run.workload().connections();
    boolean hasConnections = run.generator() != null && run.generator().connections() != null;
    if (bound.isPresent()) {
      return bound.getAsInt();
    }
    return hasConnections ? Integer.valueOf(run.generator().connections().max()) : null;
  }

  private static Boolean outcome(Status status) {
    return status == Status.INCONCLUSIVE ? null : Boolean.valueOf(status == Status.PASS);
  }

  private static String remark(RunRecord run) {
    List<String> words = new ArrayList<>();
    run.target()
        .nodeCores()
        .ifPresent(each -> words.add("%s processors a node".formatted(NumberText.exact(each))));
    run.target()
        .dilation()
        .flatMap(slow -> run.target().stamp())
        .map(Message::text)
        .ifPresent(words::add);
    if (run.verdict().status() != Status.PASS) {
      words.add(run.verdict().status().toString());
    }
    RegistryResult registry = run.registry();
    long registered =
        registry == null ? Long.MAX_VALUE : registry.worst().count(RegistryCount.EXPECTED);
    if (registered < run.measuredInstances()) {
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
   * Nodes on this machine share its processors with each other and with the generator, unless they
   * are a scale model of others. Empty when the processors of a node, or the nodes, are unknown.
   */
  private static Optional<Double> cores(RunRecord run) {
    List<String> nodes = run.target().nodes();
    if (run.target().onThisMachine()) {
      double all = run.target().dilation().isPresent() ? Double.MAX_VALUE : run.machine().cores();
      return Optional.of(
          run.target().nodeCores().map(each -> Math.min(all, each * nodes.size())).orElse(all));
    }
    List<Server> servers = List.copyOf(run.servers().values());
    if (nodes.isEmpty()
        || servers.size() != nodes.size()
        || servers.stream().anyMatch(server -> server.cores() == null)) {
      return Optional.empty();
    }
    Map<String, Integer> byMachine = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      byMachine.put(nodes.get(i).replaceAll(":\\d+$", ""), servers.get(i).cores());
    }
    return Optional.of(byMachine.values().stream().mapToDouble(Integer::intValue).sum());
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
