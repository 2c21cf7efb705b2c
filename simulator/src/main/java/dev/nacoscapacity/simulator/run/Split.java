package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A load shared out to several processes, each part in proportion to its instances. */
final class Split {

  private Split() {}

  static List<RunSettings> of(RunSettings whole, int processes) {
    List<RunSettings> parts = new ArrayList<>();
    int all = whole.fleet().size();
    int from = 0;
    for (Shard shard : whole.shard().split(processes)) {
      Fleet fleet = new Fleet(whole.instances(), whole.services(), whole.servicePrefix(), shard);
      int to = from + fleet.size();
      parts.add(
          new RunSettings(
              whole.instances(),
              whole.services(),
              whole.servicePrefix(),
              whole.namespace(),
              shard,
              Math.max(1, share(whole.connections(), from, to, all)),
              whole.beat(),
              whole.list(),
              whole.listen(),
              parts.isEmpty() ? whole.scrape() : Duration.ZERO,
              whole.phase(),
              whole.callTimeout(),
              whole.connectTimeout(),
              whole.loginEach(),
              whole.protocol().grpc() ? whole.subscribe() : share(whole.subscribe(), from, to, all),
              whole.ramp(),
              whole.warmUp(),
              whole.duration(),
              Math.max(1, whole.threads() / processes),
              whole.seed(),
              whole.protocol()));
      from = to;
    }
    return parts;
  }

  /** What of a total falls to the instances from one to another of all. */
  private static int share(int total, int from, int to, int all) {
    return (int) ((long) total * to / all - (long) total * from / all);
  }
}
