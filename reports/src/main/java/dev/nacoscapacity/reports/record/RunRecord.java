package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * One run: {@code run.json}. Parts that are not known yet, as in a run that was killed, are null or
 * empty.
 *
 * @param schema version of this layout: {@link #SCHEMA}
 * @param durationSeconds of the whole run
 * @param windowSeconds of the measurement window, which the counts of operations and registry
 *     cover; 0 when it never began
 * @param interrupted whether the run ended before its time
 * @param guardStop why the guard stopped the load; null when it did not
 * @param generatorStop likewise, but when the generator itself was late, so that what the guard saw
 *     may be its doing; null when it did not
 * @param operations by name, for example {@code beat}
 * @param lifecycle what clients called when they came or went, in the whole run, by name, for
 *     example {@code register}
 * @param pushes of the whole run; null when there were none
 * @param servers by the node's name
 * @param work of a modelled cluster by phase, and therein by the names of a cost file; empty for a
 *     real one
 * @param speed of a core of the generator's machine in the measurement window, over that of the
 *     machine that the shipped costs are of; null for a model, or where it is unknown
 * @param notes sentences: facts a reader must know to read the figures rightly
 * @param remarks of whoever started it; null for none
 * @param experiment what was done to the cluster meanwhile; null when nothing
 * @param calibration what bounds a run on this machine; null when it was never calibrated
 */
public record RunRecord(
    int schema,
    Tool tool,
    Instant startedAt,
    double durationSeconds,
    double windowSeconds,
    boolean interrupted,
    String guardStop,
    String generatorStop,
    Target target,
    Workload workload,
    Machine machine,
    Generator generator,
    Map<String, OperationResult> operations,
    Map<String, OperationResult> lifecycle,
    Pushes pushes,
    Registry registry,
    Map<String, Server> servers,
    Map<String, Map<String, Work>> work,
    Double speed,
    List<String> notes,
    Remarks remarks,
    Experiment experiment,
    Citation calibration,
    Verdict verdict) {

  /** The layout that this version writes, and the only one that it reads. */
  public static final int SCHEMA = 2;

  public RunRecord {
    operations = copy(operations);
    lifecycle = copy(lifecycle);
    servers = copy(servers);
    work = copy(work);
    notes = notes == null ? List.of() : List.copyOf(notes);
  }

  private static <V> Map<String, V> copy(Map<String, V> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** What a modelled cluster's nodes did in one of the {@link Phases}; empty for a real one. */
  public Map<String, Work> workIn(String phase) {
    return work.getOrDefault(phase, Map.of());
  }

  /** How one kind of call fared, over each protocol by itself; empty when none was required. */
  public List<OperationResult> operations(Operation kind) {
    return operations.entrySet().stream()
        .filter(operation -> kind.names(operation.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Of their latency, over the protocol where it is longest; null without beats. */
  public Double beatP99Ms() {
    return operations(Operation.BEAT).stream()
        .map(OperationResult::latencyMs)
        .filter(Objects::nonNull)
        .map(Percentiles::p99)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /**
   * Adds up a count of all operations but the pushes, which are the servers' doing.
   *
   * @param count of one operation, for example {@code Operation::ok}
   */
  public long requests(ToLongFunction<OperationResult> count) {
    return operations.entrySet().stream()
        .filter(operation -> !operation.getKey().equals(Operation.PUSH.label()))
        .mapToLong(operation -> count.applyAsLong(operation.getValue()))
        .sum();
  }

  /**
   * CPU seconds that one call cost the nodes: all they used in the measurement window, those of a
   * stand-in included, over the calls that ended in it, well or badly, the pushes left out. Null
   * where no call ended, or what some node used is unknown.
   */
  public Double cpuSecondsPerCall() {
    Double seconds = nodesCpuSeconds();
    long calls = requests(OperationResult::achieved);
    return seconds == null || seconds == 0 || calls == 0 ? null : seconds / calls;
  }

  private Double nodesCpuSeconds() {
    Double standIn = generator == null ? null : generator.standInCpuSeconds();
    boolean known = !servers.isEmpty() && servers.values().stream().allMatch(Server::knowsCpu);
    if (!known) {
      // The nodes of a stand-in beside the fleet have no processes of their own to be watched.
      return standIn;
    }
    double seconds = servers.values().stream().mapToDouble(Server::cpuSeconds).sum();
    return standIn == null ? seconds : seconds + standIn;
  }

  /** A run that begins now: all that is known before the first call. */
  public static Builder builder(
      Tool tool, Instant startedAt, Target target, Workload workload, Machine machine) {
    return new Builder(tool, startedAt, target, workload, machine);
  }

  /** A builder that holds this record's parts. */
  public Builder toBuilder() {
    return new Builder(tool, startedAt, target, workload, machine)
        .durationSeconds(durationSeconds)
        .windowSeconds(windowSeconds)
        .interrupted(interrupted)
        .guardStop(guardStop)
        .generatorStop(generatorStop)
        .generator(generator)
        .operations(operations)
        .lifecycle(lifecycle)
        .pushes(pushes)
        .registry(registry)
        .servers(servers)
        .work(work)
        .speed(speed)
        .notes(notes)
        .remarks(remarks)
        .experiment(experiment)
        .calibration(calibration)
        .verdict(verdict);
  }

  /** Collects the parts of a record as they become known. */
  public static final class Builder {
    private final Tool tool;
    private final Instant startedAt;
    private final Target target;
    private final Workload workload;
    private final Machine machine;
    private double durationSeconds;
    private double windowSeconds;
    private boolean interrupted;
    private String guardStop;
    private String generatorStop;
    private Generator generator;
    private Map<String, OperationResult> operations;
    private Map<String, OperationResult> lifecycle;
    private Pushes pushes;
    private Registry registry;
    private Map<String, Server> servers;
    private Map<String, Map<String, Work>> work;
    private Double speed;
    private List<String> notes;
    private Remarks remarks;
    private Experiment experiment;
    private Citation calibration;
    private Verdict verdict;

    private Builder(
        Tool tool, Instant startedAt, Target target, Workload workload, Machine machine) {
      this.tool = tool;
      this.startedAt = startedAt;
      this.target = target;
      this.workload = workload;
      this.machine = machine;
    }

    public Builder durationSeconds(double seconds) {
      this.durationSeconds = seconds;
      return this;
    }

    public Builder windowSeconds(double seconds) {
      this.windowSeconds = seconds;
      return this;
    }

    public Builder interrupted(boolean interrupted) {
      this.interrupted = interrupted;
      return this;
    }

    public Builder guardStop(String reason) {
      this.guardStop = reason;
      return this;
    }

    public Builder generatorStop(String reason) {
      this.generatorStop = reason;
      return this;
    }

    public Builder generator(Generator generator) {
      this.generator = generator;
      return this;
    }

    public Builder operations(Map<String, OperationResult> operations) {
      this.operations = operations;
      return this;
    }

    public Builder lifecycle(Map<String, OperationResult> lifecycle) {
      this.lifecycle = lifecycle;
      return this;
    }

    public Builder pushes(Pushes pushes) {
      this.pushes = pushes;
      return this;
    }

    public Builder registry(Registry registry) {
      this.registry = registry;
      return this;
    }

    public Builder servers(Map<String, Server> servers) {
      this.servers = servers;
      return this;
    }

    public Builder work(Map<String, Map<String, Work>> work) {
      this.work = work;
      return this;
    }

    public Builder speed(Double speed) {
      this.speed = speed;
      return this;
    }

    public Builder notes(List<String> notes) {
      this.notes = notes;
      return this;
    }

    public Builder remarks(Remarks remarks) {
      this.remarks = remarks;
      return this;
    }

    public Builder experiment(Experiment experiment) {
      this.experiment = experiment;
      return this;
    }

    public Builder calibration(Citation calibration) {
      this.calibration = calibration;
      return this;
    }

    public Builder verdict(Verdict verdict) {
      this.verdict = verdict;
      return this;
    }

    public RunRecord build() {
      return new RunRecord(
          SCHEMA,
          tool,
          startedAt,
          durationSeconds,
          windowSeconds,
          interrupted,
          guardStop,
          generatorStop,
          target,
          workload,
          machine,
          generator,
          operations,
          lifecycle,
          pushes,
          registry,
          servers,
          work,
          speed,
          notes,
          remarks,
          experiment,
          calibration,
          verdict);
    }
  }
}
