package dev.nacoscapacity.cluster;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.nacoscapacity.cluster.protocol.Raft;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsTest {

  @Test
  void shouldNameThePortWhenRaftsIsTaken() throws IOException {
    ClusterSpec spec = Ports.moveToFree(ClusterSpec.of(ServerVersion.V1_4_1, 1));
    assertThatCode(() -> Ports.requireFree(spec)).doesNotThrowAnyException();

    try (ServerSocket socket =
        new ServerSocket(Raft.port(spec.basePort()), 1, InetAddress.getLoopbackAddress())) {
      assertFails(() -> Ports.requireFree(spec), "port " + socket.getLocalPort() + " is taken");
    }
  }
}
