package dev.nacoscapacity.cluster.standin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeLoopTest {

  private final ManualLoop thread = new ManualLoop();
  private final NodeLoop loop = new NodeLoop(thread);
  private final List<String> events = new ArrayList<>();

  @Test
  void shouldStayFrozenWhenItThawedForNoTime() {
    loop.freeze();
    loop.thaw();
    loop.freeze();
    loop.execute(() -> events.add("task"));
    thread.passSeconds(0);

    assertThat(loop.frozen()).isTrue();
    assertThat(events).isEmpty();
  }

  @Test
  void shouldDoWhatWasKeptWhenItThaws() {
    loop.freeze();
    loop.execute(() -> events.add("task"));
    thread.passSeconds(0);
    loop.thaw();
    thread.passSeconds(0);

    assertThat(events).containsExactly("task");
  }
}
