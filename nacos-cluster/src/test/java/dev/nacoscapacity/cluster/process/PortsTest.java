package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsTest {

  @Test
  void shouldNameThePortWhenRaftsIsTaken() throws IOException {
    int base = Ports.freeBase();
    ClusterSpec spec = ClusterSpec.of(ServerVersion.V1_4_1, 1).withBasePort(base);
    assertThatCode(() -> Ports.requireFree(spec)).doesNotThrowAnyException();

    try (ServerSocket taken =
        new ServerSocket(Raft.port(base), 1, InetAddress.getLoopbackAddress())) {
      assertThatExceptionOfType(ClusterException.class)
          .isThrownBy(() -> Ports.requireFree(spec))
          .withMessageContaining("port " + taken.getLocalPort() + " is taken");
    }
  }
}
