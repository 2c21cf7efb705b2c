package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.core.merge.MergedFigures;
import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.RunRecord;
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
import java.util.Optional;

/**
 * One run of a fleet over several child processes, for a fleet that needs more descriptors than one
 * process may have. Each runs a part of the fleet; this class adds up the seconds and results of
 * all parts, without a verdict.
 *
 * @param parts of the fleet, one for each process
 * @param scenario runs in this process
 */
public record SplitRun(
    List<FleetSpec> parts, StopSignal stop, Progress progress, RunClock clock, Scenario scenario) {

  /**
   * Runs to the end, or until stopped. When a process dies, the others stop in an orderly way; the
   * instances of the dead one expire.
   *
   * @param begun the record so far; the result adds everything except the verdict and the servers
   * @param folder for the processes' error logs
   * @throws dev.nacoscapacity.core.record.RecordException when a process cannot be started
   */
  public ShardResult run(RunRecord begun, Path folder) {
    WaveWatch waves =
        new WaveWatch(parts.get(0).settings().population().traffic().waves(), scenario);
    try (WindowedUsage usage = new WindowedUsage();
        ShardCoordinator coordinator =
            new ShardCoordinator(
                parts, stop, Progress.all(List.of(usage, progress)), clock, waves)) {
      Map<String, ShardResult> results = new LinkedHashMap<>();
      coordinator
          .run(folder)
          .forEach((shard, result) -> results.put(coordinator.name(shard), result));
      ShardResult sum = MergedFigures.merge(begun, results, parts.size());
      // Watched here second by second, which is more exact than the sum of the shards' results.
      RunRecord run = finished(sum.run(), usage.summary()).withWaves(waves.results());
      return new ShardResult(run, sum.measured());
    }
  }

  private RunRecord finished(RunRecord merged, GeneratorUsage.Total parentUsage) {
    List<String> notes = new ArrayList<>(merged.notes());
    stop.interruption().filter(reason -> !notes.contains(reason)).ifPresent(notes::add);
    double standIn = parentUsage.standInCpuSeconds();
    return merged
        .with()
        .durationSeconds(clock.seconds())
        .interrupted(merged.interrupted() || stop.interruption().isPresent())
        .guardStop(guardStop(merged, stop).orElse(null))
        .generatorStop(generatorStop(merged, stop).orElse(null))
        .gatewayStop(stop.gateway().orElse(merged.gatewayStop()))
        .generator(
            Optional.ofNullable(merged.generator())
                .map(
                    sum ->
                        sum.withParent(
                            standIn > 0 ? standIn : null, parentUsage.residentMaxBytes()))
                .orElse(null))
        .notes(notes)
        .build();
  }

  /**
   * Why the guard stopped the run. Only this process runs a guard, so harm reported by a shard
   * means that it got no answers, which is no evidence if any shard was late itself.
   */
  static Optional<String> guardStop(RunRecord merged, StopSignal stop) {
    return generatorStop(merged, stop).isPresent()
        ? stop.loss()
        : stop.harm().or(() -> Optional.ofNullable(merged.guardStop()));
  }

  static Optional<String> generatorStop(RunRecord merged, StopSignal stop) {
    return stop.generator().or(() -> Optional.ofNullable(merged.generatorStop()));
  }
}
