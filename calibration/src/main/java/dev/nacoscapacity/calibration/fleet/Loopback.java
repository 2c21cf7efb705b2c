package dev.nacoscapacity.calibration.fleet;

import dev.nacoscapacity.simulator.client.grpc.GrpcSettings;
import dev.nacoscapacity.simulator.client.http.HttpSettings;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** How a fleet that is measured calls the one server there is. */
public final class Loopback {

  private Loopback() {}

  /** The server on a port. */
  public static InetSocketAddress server(int port) {
    return new InetSocketAddress("127.0.0.1", port);
  }

  /**
   * A 2.x client's times, without auth; more connections than ports come from other addresses.
   *
   * @param idle after so long a connection is checked
   */
  public static GrpcSettings grpcSettings(Duration idle) {
    return new GrpcSettings(
        "capacity",
        idle,
        false,
        Duration.ofSeconds(3),
        Duration.ofSeconds(30),
        "127.0.0.1",
        ResourceRequirement.PORTS_PER_SOURCE);
  }

  /** A 1.4.2 client's times, without auth and pushes. */
  public static HttpSettings settings(int connections) {
    return new HttpSettings(
        "capacity",
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        connections,
        Duration.ofSeconds(3),
        Duration.ofSeconds(50),
        null,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        0);
  }
}
