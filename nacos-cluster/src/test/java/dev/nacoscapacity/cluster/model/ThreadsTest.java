package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  private final List<String> departures = new ArrayList<>();

  private Runnable go(String name) {
    return () -> departures.add(name);
  }

  @Test
  void shouldLetGoInOrderWhenThreadsComeBack() {
    Threads threads = new Threads(2, 10);
    for (String name : List.of("a", "b", "c", "d", "e")) {
      assertThat(threads.acquire(go(name))).isTrue();
    }
    assertThat(departures).containsExactly("a", "b");
    assertThat(List.of(threads.busy(), threads.waiting())).containsExactly(2, 3);
    threads.release();
    threads.release();
    assertThat(departures).containsExactly("a", "b", "c", "d");
    assertThat(List.of(threads.busy(), threads.waiting())).containsExactly(2, 1);
  }

  @Test
  void shouldRefuseWhenQueueIsFull() {
    Threads threads = new Threads(1, 1);
    assertThat(threads.acquire(go("a"))).isTrue();
    assertThat(threads.acquire(go("b"))).isTrue();
    assertThat(threads.acquire(go("c"))).isFalse();
    threads.release();
    assertThat(threads.acquire(go("d"))).isTrue();
    threads.release();
    threads.release();
    assertThat(departures).containsExactly("a", "b", "d");
    assertThat(threads.busy()).isZero();
    assertThatThrownBy(threads::release).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldNotGrowTheStackWhenAllGiveBackAtOnce() {
    Threads threads = new Threads(1, 1_000_000);
    threads.acquire(go("first"));
    for (int i = 0; i < 200_000; i++) {
      threads.acquire(threads::release);
    }
    threads.release();
    assertThat(List.of(threads.busy(), threads.waiting())).containsExactly(0, 0);
  }

  @Test
  void shouldStandBehindOthersWhenComingAgain() {
    Threads threads = new Threads(1, 10);
    threads.acquire(go("first"));
    threads.acquire(
        () -> {
          departures.add("second");
          threads.release();
          threads.acquire(go("again"));
        });
    threads.acquire(go("third"));
    threads.release();
    threads.release();
    assertThat(departures).containsExactly("first", "second", "third", "again");
  }
}
