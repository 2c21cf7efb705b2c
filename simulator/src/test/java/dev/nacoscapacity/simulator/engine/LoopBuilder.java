package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a loop, of which a test names only those that matter to it. Periods are in
 * milliseconds; what is not named is never due.
 */
final class LoopBuilder {
  private Timing timing =
      Timing.USUAL
          .withBeat(Duration.ZERO)
          .withList(Duration.ZERO)
          .withListen(Duration.ZERO)
          .withScrape(Duration.ZERO);
  private Clients clients = HttpClients.USUAL;
  private Optional<Traffic> waves = Optional.empty();
  private int nodes = 1;
  private double admissions = 1e9;
  private long seed = 1;
  private LoopSettings.Reads reads = LoopSettings.Reads.UNBOUNDED;

  LoopBuilder beat(long millis) {
    timing = timing.withBeat(Duration.ofMillis(millis));
    return this;
  }

  LoopBuilder list(long millis) {
    timing = timing.withList(Duration.ofMillis(millis));
    return this;
  }

  LoopBuilder listen(long millis) {
    timing = timing.withListen(Duration.ofMillis(millis));
    return this;
  }

  LoopBuilder scrape(long millis) {
    timing = timing.withScrape(Duration.ofMillis(millis));
    return this;
  }

  LoopBuilder burst() {
    timing = timing.withPhase(Phase.BURST);
    return this;
  }

  LoopBuilder nodes(int number) {
    nodes = number;
    return this;
  }

  LoopBuilder seed(long number) {
    seed = number;
    return this;
  }

  LoopBuilder clients(Clients of) {
    clients = of;
    return this;
  }

  /** Clients over gRPC that subscribe to so many services, and list none. */
  LoopBuilder subscribing(int services) {
    return clients(Workloads.grpc(ClientModel.JAVA_2X, services, false));
  }

  /** Most clients that join or return in a second. */
  LoopBuilder admissions(double perSecond) {
    admissions = perSecond;
    return this;
  }

  LoopBuilder reads(int perSecond, int atOnce) {
    reads = new LoopSettings.Reads(perSecond, atOnce);
    return this;
  }

  /** The waves of this traffic, at most 10,000 clients a second. */
  LoopBuilder waves(Traffic of) {
    waves = Optional.of(of);
    return this;
  }

  LoopSettings build() {
    Workload one = Workloads.of(1, 1, clients).withTiming(timing).withSeed(seed);
    Workload workload =
        waves
            .map(traffic -> one.withPopulation(one.population().withTraffic(traffic)))
            .map(of -> of.withAdmissions(10_000))
            .orElse(one);
    return new LoopSettings(workload, nodes, 100, admissions, reads);
  }
}
