package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.time.VirtualTime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpSocketTest {

  private static final long SECOND = 1_000_000_000;
  private static final String ONE_CONNECTION =
      """
      version: 1.4.1
      nodes: 1
      machines: {count: 1, cores: 1}
      tomcat: {threads: 10, accept-queue: 1, connections: 1}
      """;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final ModelNode node =
      new ModelCluster(
              ModelFile.parse(ModelSource.text("one", "one.yaml", ONE_CONNECTION, Path.of(""))),
              false,
              time,
              1)
          .node(0);
  private final List<String> happened = new ArrayList<>();

  @Test
  void shouldKeepAConnectionUnreadWhenAnotherIsServedAndRefuseToAnswerAThird() {
    Client first = new Client("first");
    Client second = new Client("second");
    Client third = new Client("third");
    for (Client client : List.of(first, second, third)) {
      node.open(client);
      time.runUntil(time.nanos() + SECOND, () -> false);
    }
    assertThat(happened).containsExactly("first opened", "first answered", "second opened");

    node.close(first);
    time.runUntil(time.nanos() + SECOND, () -> false);
    assertThat(happened).last().isEqualTo("second answered");
  }

  /** Lists a service as soon as it is connected. */
  private final class Client extends HttpSocket {

    private final String name;

    Client(String name) {
      this.name = name;
    }

    @Override
    protected void opened() {
      happened.add(name + " opened");
      node.send(this, new Listing());
    }

    @Override
    protected void refused() {
      happened.add(name + " refused");
    }

    @Override
    protected void lost() {
      happened.add(name + " lost");
    }

    private final class Listing extends ModelCall {

      Listing() {
        request = Operation.LIST;
        service = new ServiceKey("public", "DEFAULT_GROUP@@orders");
        authorized = true;
      }

      @Override
      protected void listed(Service service) {
        assertThat(service).isNull();
      }

      @Override
      protected void answered() {
        happened.add(name + " answered");
      }
    }
  }
}
