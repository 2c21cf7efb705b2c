package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.bench.Loopback;
import dev.nacoscapacity.simulator.wire.http.HttpDriver;
import java.util.List;
import java.util.Locale;

/** 35,000 instances at their real rates against one server. */
final class PacedLoad {

  private static final int INSTANCES = 35_000;

  private PacedLoad() {}

  /**
   * Runs until it is killed; tells each second how far calls lagged.
   *
   * @param args the server's port, the number of connections
   */
  public static void main(String[] args) throws InterruptedException {
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    BenchFleet fleet =
        new BenchFleet(
            INSTANCES,
            connections,
            (instances, eventLoop, listener) ->
                new HttpDriver(
                    eventLoop,
                    instances,
                    Loopback.settings(connections),
                    List.of(Loopback.server(port)),
                    client -> null,
                    1,
                    listener));
    fleet.start();
    while (true) {
      Tally tally = fleet.second();
      System.out.printf(
          Locale.ROOT,
          "lag p50 %d us, p99 %d us, max %d us%n",
          tally.lag().getValueAtPercentile(50),
          tally.lag().getValueAtPercentile(99),
          tally.lag().getMaxValue());
    }
  }
}
