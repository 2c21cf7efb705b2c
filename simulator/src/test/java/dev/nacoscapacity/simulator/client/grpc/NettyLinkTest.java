package dev.nacoscapacity.simulator.client.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.client.Driver;
import io.grpc.Status;
import io.netty.channel.ChannelException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

class NettyLinkTest {

  @Test
  void shouldRecogniseALackOfDescriptors() {
    Throwable noSocket =
        new ChannelException(
            "Unable to create Channel", new IOException("socket() failed: Too many open files"));

    assertThat(NettyLink.reason(Status.UNKNOWN.withCause(noSocket)))
        .isEqualTo(Driver.NO_DESCRIPTOR);
  }

  @Test
  void shouldNotGuessAtAnUnknownFailure() {
    assertThat(NettyLink.reason(Status.UNKNOWN)).isEqualTo("grpc unknown");
    assertThat(NettyLink.reason(Status.UNKNOWN.withCause(new ClosedChannelException())))
        .isEqualTo("grpc unknown");
  }
}
