package dev.nacoscapacity.simulator.client;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalledServersTest {

  private static CalledServers of(int entries, int servers) {
    Endpoint entry = new Endpoint("lb", "10.0.0.9", 443);
    return CalledServers.of(
        new Reach("/nacos", 1000, null, Collections.nCopies(entries, entry)), servers);
  }

  @Test
  void shouldCallTheNodesWhenThereIsNoEntry() {
    CalledServers called = of(0, 3);

    assertThat(IntStream.range(0, 4).map(steps -> called.after(1, steps)))
        .containsExactly(1, 2, 0, 1);
  }

  @Test
  void shouldCallOnlyTheEntriesWhenThereAreSome() {
    CalledServers called = of(2, 5);
    SplittableRandom random = new SplittableRandom(1);

    assertThat(IntStream.range(0, 100).map(i -> called.random(random)).distinct())
        .containsExactlyInAnyOrder(3, 4);
    assertThat(called.after(3, 1)).isEqualTo(4);
    assertThat(called.after(4, 1)).isEqualTo(3);
    // A node that a server asked its client to turn to.
    assertThat(called.after(1, 1)).isEqualTo(3);
  }
}
