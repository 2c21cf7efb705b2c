package dev.nacoscapacity.simulator.study.fit;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.Work;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A phase of a run on real nodes, with the work that a model did in the same phase of the same run.
 *
 * @param run folder of the measured run
 * @param speed of its machine
 * @param answered calls a second of the real nodes, as a share of the model's
 * @param phase of the run
 * @param usage CPU usage of the nodes
 * @param work amounts of each kind of work
 */
record PhaseSample(
    RunFolder run,
    double speed,
    double answered,
    String phase,
    PhaseUsage usage,
    Map<Cost, Double> work) {

  /** Phases whose lengths differ by more did not contain the same work. */
  private static final double SAME_LENGTH = 0.1;

  /**
   * In shorter phases the resolution of the CPU clock and of the samples, one a second, matters.
   */
  private static final double SHORTEST_SECONDS = 5;

  /**
   * The usable samples of a run.
   *
   * @param speed of its machine
   */
  static List<PhaseSample> of(RunFolder measured, double speed, RunRecord modelled) {
    double answered = callsPerSecond(measured.run()) / callsPerSecond(modelled);
    List<PhaseSample> samples = new ArrayList<>();
    for (String phase : List.of(Phases.MEASURE, Phases.RAMP)) {
      Optional<PhaseUsage> used = PhaseUsage.of(measured, phase);
      OptionalDouble times =
          used.isEmpty() ? OptionalDouble.empty() : times(phase, used.get().seconds(), modelled);
      if (times.isPresent()) {
        Map<Cost, Double> work = work(modelled, phase, times.getAsDouble());
        samples.add(new PhaseSample(measured, speed, answered, phase, used.get(), work));
      }
    }
    return samples;
  }

  /**
   * How many times the work of the model's phase a measured one was: the rate of work in a window
   * is constant. The work of a ramp is not proportional to its length: empty when the two differ.
   */
  private static OptionalDouble times(String phase, double seconds, RunRecord modelled) {
    if (phase.equals(Phases.MEASURE)) {
      return OptionalDouble.of(seconds / modelled.windowSeconds());
    }
    // The length of the model's ramp follows from the fixed work of each node in each second.
    Work idle = modelled.workIn(Phases.RAMP).get(Cost.IDLE.key());
    double ramp = idle == null ? 0 : idle.amount() / modelled.target().nodes().size();
    return seconds >= SHORTEST_SECONDS && Math.abs(seconds / ramp - 1) < SAME_LENGTH
        ? OptionalDouble.of(1)
        : OptionalDouble.empty();
  }

  private static double callsPerSecond(RunRecord run) {
    return run.operations().values().stream().mapToLong(OperationResult::ok).sum()
        / run.windowSeconds();
  }

  private static Map<Cost, Double> work(RunRecord modelled, String phase, double times) {
    Map<Cost, Double> work = new EnumMap<>(Cost.class);
    for (Cost cost : Cost.values()) {
      Work phaseWork = modelled.workIn(phase).get(cost.key());
      if (phaseWork != null) {
        work.put(cost, phaseWork.amount() * times);
      }
    }
    return work;
  }

  /** CPU milliseconds at reference speed, without JIT compilation, which is not work of calls. */
  double cpuMillis() {
    return (usage.cpuSeconds() - usage.jitSeconds()) * speed() * 1e3;
  }

  double callsPerSecond() {
    return callsPerSecond(run.run());
  }

  double jitShare() {
    return usage.jitSeconds() / usage.cpuSeconds();
  }

  String name() {
    return run.path().getFileName() + " " + phase;
  }

  /**
   * Live heap of all nodes together in KB: the minimum heap usage of each node, ideally right after
   * a full collection. Empty for a ramp, or when a node has not collected.
   */
  OptionalDouble heapKb() {
    double from = PhaseUsage.begin(run, Phases.MEASURE);
    double to = PhaseUsage.begin(run, Phases.DEREGISTER);
    double sum = 0;
    for (List<ServerRow> all : PhaseUsage.byNode(run)) {
      List<ServerRow> rows =
          all.stream()
              .filter(row -> row.seconds() >= from && row.seconds() <= to)
              .filter(row -> row.jvm().heapUsedBytes() != null && row.jvm().gcCount() != null)
              .toList();
      if (rows.isEmpty()
          || rows.get(rows.size() - 1).jvm().gcCount() <= rows.get(0).jvm().gcCount()) {
        return OptionalDouble.empty();
      }
      sum +=
          rows.stream().mapToDouble(row -> row.jvm().heapUsedBytes() / 1024.0).min().getAsDouble();
    }
    return phase.equals(Phases.MEASURE) && sum > 0
        ? OptionalDouble.of(sum)
        : OptionalDouble.empty();
  }

  /** The content of the nodes at that time. */
  Map<Cost, Double> content() {
    RunRecord record = run.run();
    double instances = record.workload().instances();
    int nodes = record.servers().size();
    boolean grpc = record.workload().protocol().equals("grpc");
    Map<Cost, Double> content = new EnumMap<>(Cost.class);
    content.put(Cost.HEAP_BASE, (double) nodes);
    content.put(Cost.HEAP_INSTANCE, instances);
    content.put(Cost.HEAP_COPY, instances * (nodes - 1));
    if (grpc) {
      Integer connections = record.workload().connections();
      content.put(Cost.HEAP_GRPC_CONNECTION, connections == null ? instances : connections);
      content.put(Cost.HEAP_SUBSCRIBER, instances * record.workload().subscribe());
    } else {
      content.put(
          Cost.HEAP_CONNECTION,
          record.servers().values().stream()
              .mapToDouble(node -> node.connectionsMax() == null ? 0 : node.connectionsMax())
              .sum());
    }
    return content;
  }
}
