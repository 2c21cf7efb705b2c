package dev.nacoscapacity.cluster.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeLoopTest {

  private final ManualLoop thread = new ManualLoop();
  private final NodeLoop loop = new NodeLoop(thread);
  private final List<String> done = new ArrayList<>();

  @Test
  void shouldStayFrozenWhenItThawedForNoTime() {
    loop.freeze();
    loop.thaw();
    loop.freeze();
    loop.execute(() -> done.add("task"));
    thread.passSeconds(0);

    assertThat(loop.frozen()).isTrue();
    assertThat(done).isEmpty();
  }

  @Test
  void shouldDoWhatWasKeptWhenItThaws() {
    loop.freeze();
    loop.execute(() -> done.add("task"));
    thread.passSeconds(0);
    loop.thaw();
    thread.passSeconds(0);

    assertThat(done).containsExactly("task");
  }
}
