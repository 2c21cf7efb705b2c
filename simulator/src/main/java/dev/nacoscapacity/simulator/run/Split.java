package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.workload.Shard;
import java.util.ArrayList;
import java.util.List;

/** A load shared out to several processes, each part in proportion to its instances. */
final class Split {

  private Split() {}

  static List<RunSettings> of(RunSettings whole, int processes) {
    List<RunSettings> parts = new ArrayList<>();
    int all = whole.fleet().size();
    int from = 0;
    for (Shard shard : whole.population().shard().split(processes)) {
      FleetSettings part = whole.population().part(shard);
      int to = from + part.fleet().size();
      ClientSettings clients = whole.clients();
      parts.add(
          new RunSettings(
              part,
              clients.sharing(
                  clients.bounded()
                      ? Integer.valueOf(Math.max(1, share(clients.connections(), from, to, all)))
                      : null,
                  clients.protocol().grpc()
                      ? clients.subscribe()
                      : share(clients.subscribe(), from, to, all)),
              parts.isEmpty() ? whole.timing() : whole.timing().withoutScrapes(),
              Math.max(1, whole.threads() / processes),
              whole.seed()));
      from = to;
    }
    return parts;
  }

  /** What of a total falls to the instances from one to another of all. */
  private static int share(int total, int from, int to, int all) {
    return (int) ((long) total * to / all - (long) total * from / all);
  }
}
