package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.time.Duration;

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
    return of(
        beat, list, listen, scrape, phase, nodes, rampLimit, UNBOUNDED, seed, HttpClients.USUAL);
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
      Clients clients) {
    Timing timing =
        Timing.USUAL
            .withBeat(Duration.ofNanos(beat))
            .withList(Duration.ofNanos(list))
            .withListen(Duration.ofNanos(listen))
            .withScrape(Duration.ofNanos(scrape))
            .withPhase(phase);
    return new LoopSettings(
        new Workload(
            new Population(1, 1, "capacity", "capacity", Shard.WHOLE), clients, timing, 1, seed),
        nodes,
        rampLimit,
        admissionsPerSecond,
        LoopSettings.Reads.UNBOUNDED);
  }

  /** Clients over gRPC that subscribe to so many services, and list none. */
  static Clients subscribing(int subscribe) {
    return Workloads.grpc(ClientModel.JAVA_2X, subscribe, false);
  }

  /** A copy with other reads of truth. */
  static LoopSettings withReads(LoopSettings settings, LoopSettings.Reads reads) {
    return new LoopSettings(
        settings.workload(),
        settings.nodes(),
        settings.rampLimit(),
        settings.admissionsPerSecond(),
        reads);
  }

  /** A copy with the waves of this traffic, at most 10,000 clients a second. */
  static LoopSettings withWaves(LoopSettings settings, Traffic traffic) {
    Population population = settings.workload().population().withTraffic(traffic);
    return new LoopSettings(
        settings.workload().withPopulation(population).withAdmissions(10_000),
        settings.nodes(),
        settings.rampLimit(),
        settings.admissionsPerSecond(),
        settings.reads());
  }
}
