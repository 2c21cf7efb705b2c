package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.core.workload.Workload;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * One run: {@code run.json}. Parts that are not known, for example in a run that was killed, are
 * absent or empty.
 *
 * @param schema version of this layout: {@link #SCHEMA}
 * @param durationSeconds of the whole run
 * @param windowSeconds of the measurement window, which the counts of operations and registry
 *     cover; 0 when the window never began
 * @param interrupted whether the run stopped before its planned end
 * @param source what the record was made of; where that tells no workload, target and workload are
 *     {@link Target#UNKNOWN} and {@link Workload#UNKNOWN}
 * @param guardStop why the guard stopped the load; absent when it did not
 * @param generatorStop why the guard stopped the load while the generator itself was late, so that
 *     the generator may have caused what the guard saw; absent when it did not
 * @param gatewayStop why the load was stopped when a gateway refused calls in the nodes' place;
 *     absent when it was not
 * @param abort the bound that ended the run before its time, as asked; absent when none did
 * @param workload the load, by the names of the options of {@code bin/simulator}, durations in
 *     seconds
 * @param operations by name, for example {@code beat}
 * @param lifecycle calls when clients come or go, in the whole run, by name, for example {@code
 *     register}
 * @param pushes of the whole run; absent when there were none
 * @param changes of the whole run but its ramp; absent when there were none
 * @param configChanges of the measurement window; absent when there were none
 * @param servers by the node's name
 * @param work of a modelled cluster, by phase and by the names of a cost file; empty for a real
 *     cluster
 * @param contention processor time that others had; absent when nodes run elsewhere, for a model,
 *     or when unknown
 * @param scaleModel of a cluster whose time was slowed; absent in real time
 * @param waves what the fleet itself did in the measurement window, as its traffic profile asks;
 *     empty without waves
 * @param stages at which the fleet was held in turn, each with its own figures; empty where its
 *     size was one. All other figures of the window are of the last
 * @param notes caveats for reading the figures
 * @param remarks of the user who started the run
 * @param experiment the faults injected during the run; absent when there were none
 */
@RecordBuilder
public record RunRecord(
    int schema,
    Tool tool,
    Instant startedAt,
    double durationSeconds,
    double windowSeconds,
    boolean interrupted,
    Source source,
    Message guardStop,
    Message generatorStop,
    Message gatewayStop,
    Abort abort,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = SourceFilter.class)
        Target target,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = SourceFilter.class)
        Workload workload,
    Machine machine,
    Generator generator,
    Map<String, OperationResult> operations,
    Map<String, OperationResult> lifecycle,
    Pushes pushes,
    Changes changes,
    ConfigChanges configChanges,
    RegistryResult registry,
    Map<String, Server> servers,
    Map<String, Map<String, Work>> work,
    Contention contention,
    ScaleModel scaleModel,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<WaveResult> waves,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StageResult> stages,
    List<Message> notes,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = SourceFilter.class)
        RunNotes remarks,
    Experiment experiment,
    Verdict verdict)
    implements RunRecordBuilder.With {

  /** The layout version that this version of the tool writes, and the only one that it reads. */
  public static final int SCHEMA = 2;

  /** The note of shards whose windows were apart: their figures are of more than is common. */
  public static final String WINDOWS_APART = "note.windowsApart";

  public RunRecord {
    source = source == null ? Source.FLEET : source;
    target = target == null || !source.tellsWorkload() ? Target.UNKNOWN : target;
    workload = workload == null || !source.tellsWorkload() ? Workload.UNKNOWN : workload;
    operations = copy(operations);
    lifecycle = copy(lifecycle);
    servers = copy(servers);
    work = copy(work);
    waves = waves == null ? List.of() : List.copyOf(waves);
    stages = stages == null ? List.of() : List.copyOf(stages);
    notes = notes == null ? List.of() : List.copyOf(notes);
    remarks = remarks == null ? RunNotes.NONE : remarks;
  }

  /** Leaves out of run.json what neither the source nor the user tells. */
  static final class SourceFilter {

    @Override
    public boolean equals(Object value) {
      return value == null
          || List.of(Target.UNKNOWN, Workload.UNKNOWN, RunNotes.NONE).contains(value);
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  private static <V> Map<String, V> copy(Map<String, V> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * The work of a modelled cluster's nodes in one of the {@link Phases}; empty for a real cluster.
   */
  public Map<String, Work> workIn(String phase) {
    return work.getOrDefault(phase, Map.of());
  }

  /**
   * The results of one kind of call, separately for each protocol; empty when no call was required.
   */
  public List<OperationResult> operations(Operation kind) {
    return operations.entrySet().stream()
        .filter(operation -> kind.names(operation.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /**
   * The 99th percentile of beat latency, over the protocol where it is higher; empty without beats.
   */
  public Optional<Double> beatP99Ms() {
    return p99Ms(Operation.BEAT);
  }

  /** Changes of instances and of configurations that somebody who listens was never told of. */
  public long undeliveredChanges() {
    return (changes == null ? 0 : changes.incomplete())
        + (configChanges == null ? 0 : configChanges.incomplete());
  }

  /** The API that was called at a constant rate; empty for the run of a fleet. */
  public Optional<ApiRate> api() {
    return Optional.ofNullable(workload).flatMap(Workload::rate);
  }

  /** Answered calls of that API in a second of the measurement window; empty without one. */
  public Optional<Double> apiPerSecond() {
    return api()
        .filter(rate -> windowSeconds > 0)
        .map(
            rate ->
                operations(rate.api().operation()).stream().mapToLong(OperationResult::ok).sum()
                    / windowSeconds);
  }

  /** The 99th percentile of the latency of that API, as of beats; empty without one. */
  public Optional<Double> apiP99Ms() {
    return api().flatMap(rate -> p99Ms(rate.api().operation()));
  }

  private Optional<Double> p99Ms(Operation kind) {
    return operations(kind).stream()
        .map(OperationResult::latencyMs)
        .filter(Objects::nonNull)
        .map(Percentiles::p99)
        .max(Comparator.naturalOrder());
  }

  /** The number of instances that the figures of the measurement window are of. */
  public int measuredInstances() {
    return stages.isEmpty() ? workload.instances() : stages.get(stages.size() - 1).instances();
  }

  /** The same run with its verdict, which is that of its last stage, too. */
  public RunRecord judged(Verdict judgement) {
    return with().stages(StageResult.judged(stages, judgement)).verdict(judgement).build();
  }

  /** The status of the verdict; empty when the run ended before it had one. */
  public Optional<Status> status() {
    return Optional.ofNullable(verdict).map(Verdict::status);
  }

  /**
   * Sums a count over all operations except pushes, which servers make.
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
   * CPU seconds of the nodes for each call: all CPU time in the measurement window, including that
   * of a stand-in, divided by the calls that ended in it, without pushes. Empty when no call ended,
   * or the CPU time of a node is unknown.
   */
  public Optional<Double> cpuSecondsPerCall() {
    double seconds = standInOrNodesCpuSeconds();
    long calls = requests(OperationResult::achieved);
    return seconds == 0 || calls == 0 ? Optional.empty() : Optional.of(seconds / calls);
  }

  /**
   * What 1,000 instances cost the nodes, in thousandths of a core: all CPU time in the measurement
   * window, what idle nodes use included. Empty when there was no window or no instance, or the CPU
   * time of a node is unknown.
   */
  public Optional<Double> milliCoresPerThousand() {
    double seconds = standInOrNodesCpuSeconds();
    int instances = measuredInstances();
    return seconds == 0 || instances == 0 || windowSeconds == 0
        ? Optional.empty()
        : Optional.of(seconds / windowSeconds * 1e6 / instances);
  }

  /** The nodes of a stand-in in the generator's process have no process of their own to watch. */
  private double standInOrNodesCpuSeconds() {
    return nodesCpuSeconds().orElse(0.0)
        + Optional.ofNullable(generator).map(own -> own.cpu().standInCpuSeconds()).orElse(0.0);
  }

  /** CPU seconds of all nodes' processes; empty when that of one is unknown. */
  public Optional<Double> nodesCpuSeconds() {
    return servers.isEmpty() || !servers.values().stream().allMatch(Server::knowsCpu)
        ? Optional.empty()
        : Optional.of(servers.values().stream().mapToDouble(Server::cpuSeconds).sum());
  }

  /** The record of a run that begins now: what is known before the first call. */
  public static RunRecordBuilder builder(
      Tool tool, Instant startedAt, Target target, Workload workload, Machine machine) {
    return RunRecordBuilder.builder()
        .schema(SCHEMA)
        .tool(tool)
        .startedAt(startedAt)
        .target(target)
        .workload(workload)
        .machine(machine);
  }
}
