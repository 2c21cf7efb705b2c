package dev.nacoscapacity.simulator.client.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.simulator.workload.Fleet;

/** Tells which service a push is about. */
final class PushReader {

  /** Of {@code ServiceInfo}; hosts have none. */
  private static final byte[] NAME = "\"name\":\"".getBytes(US_ASCII);

  private final Fleet fleet;

  PushReader(Fleet fleet) {
    this.fleet = fleet;
  }

  /** The service's number, or -1 when it is none of the fleet's. */
  int service(Received push) {
    String name = push.text(NAME);
    return name == null ? -1 : fleet.serviceNamed(name);
  }
}
