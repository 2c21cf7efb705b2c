package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.workload.Shard;
import java.util.ArrayList;
import java.util.List;

/** Divides a load among several processes, each in proportion to its instances. */
final class LoadSplit {

  private LoadSplit() {}

  static List<RunSettings> of(RunSettings settings, int processes) {
    List<RunSettings> parts = new ArrayList<>();
    int all = settings.fleet().size();
    int from = 0;
    for (Shard shard : settings.population().shard().split(processes)) {
      FleetSettings part = settings.population().part(shard);
      int to = from + part.fleet().size();
      ClientSettings clients = settings.clients();
      parts.add(
          new RunSettings(
              part,
              clients.withConnections(
                  clients.bounded()
                      ? Integer.valueOf(Math.max(1, share(clients.connections(), from, to, all)))
                      : null,
                  clients.protocol().grpc()
                      ? clients.subscribe()
                      : share(clients.subscribe(), from, to, all)),
              parts.isEmpty() ? settings.timing() : settings.timing().withoutScrapes(),
              Math.max(1, settings.threads() / processes),
              settings.seed(),
              settings.admissions()));
      from = to;
    }
    return parts;
  }

  /** The part of a total for the instances {@code from} to below {@code to}. */
  private static int share(int total, int from, int to, int all) {
    return (int) ((long) total * to / all - (long) total * from / all);
  }
}
