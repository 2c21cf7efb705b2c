package dev.nacoscapacity.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class ConnectFailureTest {

  @Test
  void shouldBlameTheHandshakeOnlyWhenThereWasOne() {
    ClosedChannelException closed = new ClosedChannelException();
    assertThat(ConnectFailure.reason(closed)).isEqualTo("closed while connecting");

    closed.addSuppressed(new SSLHandshakeException("in progress"));
    assertThat(ConnectFailure.reason(closed)).isEqualTo("TLS handshake failed");
  }
}
