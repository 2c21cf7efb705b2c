package dev.nacoscapacity.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.Transport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MixedDriverTest {

  private final List<String> events = new ArrayList<>();
  private final MixedDriver driver = new MixedDriver(new Noted("http", 3), new Noted("grpc", 5));

  private final class Noted implements Driver {

    private final String name;
    private final int connections;

    private Noted(String name, int connections) {
      this.name = name;
      this.connections = connections;
    }

    @Override
    public void send(Call call) {
      events.add(name + " " + call.operation);
    }

    @Override
    public boolean connected(int instance) {
      return name.equals("http");
    }

    @Override
    public void expire(long now) {
      events.add(name + " expires");
    }

    @Override
    public int connections() {
      return connections;
    }

    @Override
    public long opened() {
      return 10L * connections;
    }

    @Override
    public void close() {
      events.add(name + " closes");
    }
  }

  private void send(Operation operation, Transport transport) {
    Call call = new Call().reset(operation, 0, 0, 0, 0);
    call.transport = transport;
    driver.send(call);
  }

  @Test
  void shouldSendACallByWhatItsClientSpeaks() {
    send(Operation.BEAT, Transport.HTTP);
    send(Operation.BEAT, Transport.GRPC);
    send(Operation.SUBSCRIBE, Transport.ANY);

    assertThat(events).containsExactly("http BEAT", "grpc BEAT", "grpc SUBSCRIBE");
  }

  /** The driver over gRPC has that over HTTP for some of its calls, and looks after it. */
  @Test
  void shouldLeaveTheDriverOverHttpToTheOther() {
    driver.expire(1);
    driver.close();

    assertThat(events).containsExactly("grpc expires", "grpc closes");
    assertThat(driver.connections()).isEqualTo(5);
    assertThat(driver.opened()).isEqualTo(30);
    assertThat(driver.connected(0)).isFalse();
  }
}
