package dev.nacoscapacity.core.merge;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Contention;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Generator.Connections;
import dev.nacoscapacity.core.record.Generator.GcPause;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.WaveResult;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.HdrHistogram.Histogram;

/** Merges the results of the shards of a fleet into that of one run. */
public final class MergedFigures {

  private final List<RunRecord> runs;
  private final RunStats measured;

  private MergedFigures(Collection<RunRecord> runs, RunStats measured) {
    this.runs = List.copyOf(runs);
    this.measured = measured;
  }

  /**
   * Merges all that the shards of a fleet measured and noted. The window is as long as the shortest
   * one.
   *
   * @param begun the record of the whole run so far
   * @param shards results of the shards that finished, by the names of these in notes
   * @param count number of shards; with fewer results the run counts as interrupted
   */
  public static MeasuredRun merge(RunRecord begun, Map<String, MeasuredRun> shards, int count) {
    Map<String, RunRecord> runs = new LinkedHashMap<>();
    shards.forEach((name, shard) -> runs.put(name, shard.run()));
    RunStats measured =
        shards.isEmpty()
            ? new RunStats(List.of())
            : RunStats.sum(shards.values().stream().map(MeasuredRun::measured).toList());
    return merge(begun, runs, measured, count);
  }

  /** The same of records whose distributions were added up as they were read. */
  static MeasuredRun merge(
      RunRecord begun, Map<String, RunRecord> runs, RunStats measured, int count) {
    boolean partial = runs.size() < count;
    if (runs.isEmpty()) {
      return new MeasuredRun(begun.withInterrupted(partial), measured);
    }
    List<Message> notes = new ArrayList<>(begun.notes());
    notes.addAll(notes(runs, count));
    MergedFigures figures = new MergedFigures(runs.values(), measured);
    return MeasuredRun.of(figures.addTo(begun.with(), partial).notes(notes), measured);
  }

  /** A note of so many runs is written once; any other gets the names of its runs. */
  static List<Message> notes(Map<String, RunRecord> runs, int all) {
    Map<Message, Set<String>> by = new LinkedHashMap<>();
    runs.forEach(
        (name, run) ->
            run.notes()
                .forEach(note -> by.computeIfAbsent(note, n -> new LinkedHashSet<>()).add(name)));
    List<Message> notes = new ArrayList<>();
    by.forEach(
        (note, names) ->
            notes.add(
                names.size() == all
                    ? note
                    : Message.of(
                        "note.of", with("names", String.join(", ", names)).and("note", note))));
    return notes;
  }

  private RunRecordBuilder addTo(RunRecordBuilder record, boolean partial) {
    return record
        .windowSeconds(runs.stream().mapToDouble(RunRecord::windowSeconds).min().orElse(0))
        .interrupted(partial || runs.stream().anyMatch(RunRecord::interrupted))
        .guardStop(first(RunRecord::guardStop))
        .generatorStop(first(RunRecord::generatorStop))
        .gatewayStop(first(RunRecord::gatewayStop))
        .abort(first(RunRecord::abort))
        .registry(registry())
        .generator(generator())
        .contention(contention())
        .scaleModel(scaleModel())
        .waves(WaveResult.merged(runs.stream().map(RunRecord::waves).toList()))
        .servers(servers());
  }

  private <T> T first(Function<RunRecord, T> reason) {
    return runs.stream().map(reason).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /**
   * Adds up the extremes of each process. The worst moment of a node can differ between processes,
   * so the sums are bounds: never better than the truth, and exact when there were no faults.
   * registry.csv contains the sums of each second. Null when no process read the registry.
   */
  private RegistryResult registry() {
    List<RegistryResult> parts =
        runs.stream().map(RunRecord::registry).filter(Objects::nonNull).toList();
    if (parts.isEmpty()) {
      return null;
    }
    return new RegistryResult(
        measured.registry(),
        parts.stream().mapToLong(part -> part.worst().count(RegistryCount.DIVERGENT)).sum(),
        RegistryResult.BeatGap.ofMicros(measured.histogram(FleetDuration.BEAT_GAP)).orElse(null),
        parts.size() == runs.size() && parts.stream().allMatch(RegistryResult::complete),
        sum(parts, RegistryResult::unswept, Integer::sum),
        parts.stream().mapToLong(RegistryResult::keptBeatingYetDropped).sum(),
        parts.stream().mapToLong(RegistryResult::neverAppeared).sum(),
        beyondStalls(parts));
  }

  private static RegistryStats beyondStalls(List<RegistryResult> parts) {
    RegistryStats sum = new RegistryStats();
    sum.append(parts.get(0).beyondStalls());
    parts.stream().skip(1).map(RegistryResult::beyondStalls).forEach(sum::add);
    return sum;
  }

  /** That of the process whose machine others used most; null when no process knows it. */
  private Contention contention() {
    return runs.stream()
        .map(RunRecord::contention)
        .filter(Objects::nonNull)
        .max(Comparator.comparingDouble(Contention::worstShare))
        .orElse(null);
  }

  /** As all processes saw it; null in real time. */
  private ScaleModel scaleModel() {
    return runs.stream()
        .map(RunRecord::scaleModel)
        .filter(Objects::nonNull)
        .reduce(ScaleModel::and)
        .orElse(null);
  }

  private Generator generator() {
    List<Generator> parts = runs.stream().map(RunRecord::generator).toList();
    List<Generator.Cpu> cpus = parts.stream().map(Generator::cpu).toList();
    List<Generator.Memory> memories = parts.stream().map(Generator::memory).toList();
    Double cpu = sum(cpus, Generator.Cpu::cpuSeconds, Double::sum);
    long requests = parts.stream().mapToLong(Generator::requests).sum();
    Histogram lag = measured.histogram(FleetDuration.SCHEDULER_LAG);
    return new Generator(
        parts.stream().mapToInt(Generator::processes).sum(),
        new Generator.Cpu(
            cpu,
            sum(cpus, Generator.Cpu::standInCpuSeconds, Double::sum),
            sum(cpus, Generator.Cpu::jitCpuSeconds, Double::sum),
            sum(cpus, Generator.Cpu::gcCpuSeconds, Double::sum)),
        requests,
        cpu == null ? null : Double.valueOf(cpu > 0 ? requests / cpu : 0),
        new Generator.Memory(
            bytes(memories, Generator.Memory::residentMaxBytes),
            bytes(memories, Generator.Memory::heapMaxBytes),
            mean(Generator.Memory::bytesPerInstance, run -> run.workload().instances()),
            mean(Generator.Memory::connectionBytes, run -> run.workload().grpcConnections())),
        connections(parts),
        pauses(parts.stream().map(Generator::gcPauseMs).filter(Objects::nonNull).toList()),
        new Generator.Delays(
            lag.getTotalCount() == 0 ? null : Generator.Lag.ofMicros(lag), lateShare(), stalls()),
        parts.stream().flatMap(part -> part.limitedBy().stream()).distinct().sorted().toList());
  }

  /**
   * The mean by instances, since a late process excuses no more than its own share of them; null
   * when no process knows it.
   */
  private Double lateShare() {
    double instances = runs.stream().mapToInt(run -> run.workload().instances()).sum();
    return runs.stream()
        .filter(run -> run.generator().delays().lateShare() != null)
        .map(run -> run.generator().delays().lateShare() * run.workload().instances() / instances)
        .reduce(Double::sum)
        .orElse(null);
  }

  /** One machine that stands still stops all processes on it: that is one stall. */
  private List<Generator.Stall> stalls() {
    double instances = runs.stream().mapToInt(run -> run.workload().instances()).sum();
    List<Generator.Stall> stalls = new ArrayList<>();
    runs.stream()
        .flatMap(
            run ->
                run.generator().delays().stalls().stream()
                    .map(stall -> stall.ofShare(run.workload().instances() / instances)))
        .sorted(Comparator.comparingDouble(Generator.Stall::atSeconds))
        .forEach(
            next -> {
              Optional<Generator.Stall> both =
                  stalls.isEmpty() ? Optional.empty() : stalls.get(stalls.size() - 1).and(next);
              if (both.isPresent()) {
                stalls.set(stalls.size() - 1, both.get());
              } else {
                stalls.add(next);
              }
            });
    return stalls;
  }

  /** Null when no part has a value. */
  private static <P, N> N sum(List<P> parts, Function<P, N> figure, BinaryOperator<N> plus) {
    return parts.stream().map(figure).filter(Objects::nonNull).reduce(plus).orElse(null);
  }

  /** Null when one part has no value. */
  private static Long bytes(List<Generator.Memory> parts, Function<Generator.Memory, Long> figure) {
    return parts.stream().anyMatch(part -> figure.apply(part) == null)
        ? null
        : Long.valueOf(parts.stream().mapToLong(figure::apply).sum());
  }

  /** Null when one part has no value. */
  private Double mean(Function<Generator.Memory, Double> figure, ToIntFunction<RunRecord> weight) {
    double sum = 0;
    double weights = 0;
    for (RunRecord run : runs) {
      Double value = figure.apply(run.generator().memory());
      if (value == null) {
        return null;
      }
      sum += value * weight.applyAsInt(run);
      weights += weight.applyAsInt(run);
    }
    return sum / weights;
  }

  /** Null when a part has no value. */
  private Connections connections(List<Generator> parts) {
    List<Connections> all = parts.stream().map(Generator::connections).toList();
    return all.contains(null) || measured.hasNoDistribution()
        ? null
        : new Connections(
            all.stream().mapToInt(Connections::max).sum(),
            bound(all),
            all.stream().anyMatch(Connections::asked),
            Connections.p99Ms(measured.histogram(FleetDuration.BOUND_WAIT)));
  }

  /** Null when one of the parts has no bound. */
  private static Integer bound(List<Connections> parts) {
    List<Integer> bounds = parts.stream().map(Connections::bound).toList();
    return bounds.contains(null)
        ? null
        : Integer.valueOf(bounds.stream().mapToInt(Integer::intValue).sum());
  }

  /** Each process pauses independently. */
  private static GcPause pauses(List<GcPause> parts) {
    return parts.isEmpty()
        ? null
        : new GcPause(
            parts.stream().mapToLong(GcPause::count).sum(),
            parts.stream().mapToDouble(GcPause::total).sum(),
            parts.stream().mapToDouble(GcPause::max).max().getAsDouble());
  }

  /**
   * All processes watched the same nodes, so nothing is added up: the first process that knows a
   * node's CPU time counts.
   */
  private Map<String, Server> servers() {
    Map<String, Server> servers = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      run.servers()
          .forEach(
              (node, server) ->
                  servers.merge(
                      node,
                      server,
                      (one, other) -> !one.measuredCpu() && other.measuredCpu() ? other : one));
    }
    return servers;
  }
}
