package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardPoolTest {

  private final List<String> departures = new ArrayList<>();

  /** Of a node with two cores among five. */
  private final ForwardPool pool = new ForwardPool(5, 2, 4);

  private void acquire(int route, String name) {
    pool.acquire(route, () -> departures.add(name));
  }

  @Test
  void shouldWaitWhenRouteIsFull() {
    acquire(1, "a");
    acquire(1, "b");
    acquire(1, "c");
    acquire(2, "d");
    assertThat(departures).containsExactly("a", "b", "d");
    pool.release(2);
    assertThat(departures).containsExactly("a", "b", "d");
    pool.release(1);
    assertThat(departures).containsExactly("a", "b", "d", "c");
    assertThat(List.of(pool.busy(), pool.waiting())).containsExactly(2, 0);
  }

  @Test
  void shouldWaitWhenAllAreUsed() {
    acquire(1, "a");
    acquire(1, "b");
    acquire(2, "c");
    acquire(3, "d");
    acquire(4, "e");
    acquire(2, "f");
    assertThat(departures).containsExactly("a", "b", "c", "d");
    pool.release(2);
    assertThat(departures).endsWith("d", "e");
    pool.release(1);
    assertThat(departures).endsWith("e", "f");
  }

  @Test
  void shouldPassOverLongestWaitingWhenItsRouteIsFull() {
    acquire(1, "a");
    acquire(1, "b");
    acquire(2, "c");
    acquire(2, "d");
    acquire(1, "e");
    acquire(3, "f");
    pool.release(2);
    assertThat(departures).containsExactly("a", "b", "c", "d", "f");
    assertThat(List.of(pool.busy(), pool.waiting())).containsExactly(4, 1);
  }

  @Test
  void shouldRefuseToTakeBackWhatNobodyHolds() {
    assertThatThrownBy(() -> pool.release(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldNotGrowTheStackWhenAllGiveBackAtOnce() {
    acquire(1, "a");
    acquire(1, "b");
    for (int i = 0; i < 200_000; i++) {
      pool.acquire(1, () -> pool.release(1));
    }
    pool.release(1);
    assertThat(List.of(pool.busy(), pool.waiting())).containsExactly(1, 0);
  }
}
