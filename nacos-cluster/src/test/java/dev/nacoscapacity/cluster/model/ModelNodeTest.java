package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.time.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelNodeTest {

  private static final long SECOND = 1_000_000_000;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final ModelCluster cluster =
      new ModelCluster(ModelFile.read("five-small"), false, time, 1);
  private final ModelNode node = cluster.node(0);
  private final List<String> heard = new ArrayList<>();

  private final HttpSocket socket =
      new HttpSocket() {
        @Override
        protected void opened() {
          heard.add("opened");
        }

        @Override
        protected void refused() {
          heard.add("refused");
        }

        @Override
        protected void lost() {
          heard.add("lost");
        }
      };

  private final ModelCall call =
      new ModelCall() {
        @Override
        protected void listed(Service known) {
          heard.add("listed");
        }

        @Override
        protected void answered() {
          heard.add("answered " + status);
        }
      };

  @Test
  void shouldAnswerACall() {
    open();
    send();

    pass(SECOND);
    assertThat(heard).containsExactly("opened", "listed", "answered 200");
  }

  @Test
  void shouldLoseACallThatIsSentBeforeTheClientHearsOfTheEnd() {
    open();
    node.kill();
    send();

    pass(SECOND);
    assertThat(heard).contains("opened", "lost").doesNotContain("answered 200");
  }

  private void open() {
    node.open(socket);
    pass(SECOND);
  }

  private void send() {
    call.kind = ModelCall.Kind.LIST;
    call.authorized = true;
    node.send(socket, call);
  }

  private void pass(long nanos) {
    time.runUntil(time.nanos() + nanos, () -> false);
  }
}
