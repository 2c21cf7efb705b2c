package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.core.merge.MergedFigures;
import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.proc.GeneratorUsage;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.WaveWatch;
import dev.nacoscapacity.simulator.run.WindowedUsage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of a fleet over several child processes, for a fleet that needs more descriptors than one
 * process may have. Each worker runs a part of the fleet; this class adds up the seconds and
 * results of all workers, without a verdict.
 */
public final class SplitRun {

  private final FleetSpec fleet;
  private final int workers;
  private final int connections;
  private final StopSignal stop;
  private final Progress progress;
  private final RunClock clock;
  private final Scenario scenario;

  /**
   * @param fleet the whole fleet
   * @param workers number of workers, at least 1 and at most the number of services
   * @param connections limit on each worker's HTTP connections, excluding long polls, imposed by
   *     the descriptors of this process
   * @param scenario runs in this process
   */
  public SplitRun(
      FleetSpec fleet,
      int workers,
      int connections,
      StopSignal stop,
      Progress progress,
      RunClock clock,
      Scenario scenario) {
    this.fleet = fleet;
    this.workers = workers;
    this.connections = connections;
    this.stop = stop;
    this.progress = progress;
    this.clock = clock;
    this.scenario = scenario;
  }

  /**
   * Runs to the end, or until stopped. When a worker dies, the others stop in an orderly way; the
   * instances of the dead worker expire.
   *
   * @param begun the record so far; the result adds everything except the verdict and the servers
   * @param folder for the workers' error logs
   * @throws dev.nacoscapacity.core.record.RecordException when a worker cannot be started
   */
  public ShardResult run(RunRecord begun, Path folder) {
    WaveWatch waves = new WaveWatch(fleet.settings().population().traffic().waves(), scenario);
    try (WindowedUsage usage = new WindowedUsage();
        WorkerCoordinator coordinator =
            new WorkerCoordinator(
                assignments(), stop, Progress.all(List.of(usage, progress)), clock, waves)) {
      Map<Integer, ShardResult> results = coordinator.run(folder);
      Map<String, List<String>> notes = new LinkedHashMap<>();
      results.forEach(
          (worker, result) ->
              result
                  .run()
                  .notes()
                  .forEach(
                      note ->
                          notes
                              .computeIfAbsent(note, n -> new ArrayList<>())
                              .add(coordinator.name(worker))));
      ShardResult sum = merge(begun, List.copyOf(results.values()), notes, usage.summary());
      // Watched here second by second, which is more exact than the sum of the workers' results.
      return new ShardResult(sum.run().withWaves(waves.results()), sum.measured());
    }
  }

  private List<WorkerMessage.Assignment> assignments() {
    List<WorkerMessage.Assignment> assignments = new ArrayList<>();
    for (Workload part : fleet.settings().split(workers)) {
      assignments.add(
          new WorkerMessage.Assignment(fleet.part(part, connections), scenario.mayBreakNodes()));
    }
    return assignments;
  }

  private ShardResult merge(
      RunRecord begun,
      List<ShardResult> results,
      Map<String, List<String>> notesByWorker,
      GeneratorUsage.Total parentUsage) {
    RunRecordBuilder record = begun.with();
    RunStats measured = new RunStats(fleet.names());
    if (!results.isEmpty()) {
      MergedFigures figures = new MergedFigures(results);
      measured = figures.measured();
      record = figures.addTo(record);
    }
    RunRecord merged = record.build();
    List<String> notes = new ArrayList<>(begun.notes());
    notesByWorker.forEach(
        (note, names) ->
            notes.add(names.size() == workers ? note : String.join(", ", names) + ": " + note));
    stop.interruption().filter(reason -> !notes.contains(reason)).ifPresent(notes::add);
    double standIn = parentUsage.standInCpuSeconds();
    RunRecord run =
        merged
            .with()
            .durationSeconds(clock.seconds())
            .windowSeconds(
                results.stream().mapToDouble(part -> part.run().windowSeconds()).min().orElse(0))
            .interrupted(
                merged.interrupted() || results.size() < workers || stop.interruption().isPresent())
            .guardStop(guardStop(merged, stop))
            .generatorStop(generatorStop(merged, stop))
            .gatewayStop(stop.gateway().orElse(merged.gatewayStop()))
            .generator(
                merged.generator() == null
                    ? null
                    : merged
                        .generator()
                        .withParent(standIn > 0 ? standIn : null, parentUsage.residentMaxBytes()))
            .notes(notes)
            .build();
    return new ShardResult(run, measured);
  }

  /**
   * Why the guard stopped the run, or null. Only this process runs a guard, so harm reported by a
   * worker means that it got no answers, which is no evidence if any worker was late itself.
   */
  static String guardStop(RunRecord merged, StopSignal stop) {
    return generatorStop(merged, stop) == null
        ? stop.harm().orElse(merged.guardStop())
        : stop.loss().orElse(null);
  }

  static String generatorStop(RunRecord merged, StopSignal stop) {
    return stop.generator().orElse(merged.generatorStop());
  }
}
