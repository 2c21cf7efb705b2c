package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.simulator.Workloads;
import java.io.IOException;
import java.nio.file.Path;

/** What clients speak, and with whom. */
enum Speakers {
  HTTP_OF_1("1.4.1", HttpClients.USUAL),
  HTTP_OF_2("2.2.4", HttpClients.USUAL),
  GRPC("2.2.4", Workloads.grpc(ClientModel.JAVA_2X, 2, true)),
  BOTH(
      "2.2.4",
      new MixedClients(
          0.5, HttpClients.DEFAULT_CALL_TIMEOUT, Workloads.grpc(ClientModel.POLLING, 2, false)));

  private final String version;
  final Clients clients;

  Speakers(String version, Clients clients) {
    this.version = version;
    this.clients = clients;
  }

  /** A fleet of them on modelled nodes. */
  ModelFleet fleet(Path folder) throws IOException {
    return new ModelFleet(folder, version);
  }
}
