package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.util.List;

/** Settings of a loop, of which a test names only those that matter to it. */
final class LoopSettingsFixtures {

  private static final double UNBOUNDED = 1e9;

  private LoopSettingsFixtures() {}

  /** All clients over HTTP, and no limit of admissions. */
  static LoopSettings of(
      long beat,
      long list,
      long listen,
      long scrape,
      Phase phase,
      int nodes,
      int rampLimit,
      long seed) {
    return of(beat, list, listen, scrape, phase, nodes, rampLimit, UNBOUNDED, seed, null);
  }

  /** With unlimited reads of truth, and without waves. */
  static LoopSettings of(
      long beat,
      long list,
      long listen,
      long scrape,
      Phase phase,
      int nodes,
      int rampLimit,
      double admissionsPerSecond,
      long seed,
      LoopSettings.Grpc grpc) {
    return new LoopSettings(
        beat,
        list,
        listen,
        scrape,
        phase,
        nodes,
        rampLimit,
        admissionsPerSecond,
        seed,
        LoopSettings.Reads.UNBOUNDED,
        grpc,
        List.of());
  }

  /** A copy with waves. */
  static LoopSettings withWaves(LoopSettings settings, List<WaveTurns> waves) {
    return new LoopSettings(
        settings.beat(),
        settings.list(),
        settings.listen(),
        settings.scrape(),
        settings.phase(),
        settings.nodes(),
        settings.rampLimit(),
        settings.admissionsPerSecond(),
        settings.seed(),
        settings.reads(),
        settings.grpc(),
        waves);
  }
}
