package dev.nacoscapacity.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {

  /** A task that is its own name. */
  private record Planned(long at, long number) implements Runnable {
    @Override
    public void run() {
      throw new AssertionError("the queue runs nothing");
    }
  }

  private final EventQueue queue = new EventQueue();

  @Test
  void shouldBeEmptyAtFirst() {
    assertThat(queue.nextAt()).isEqualTo(EventQueue.NEVER);
    assertThat(queue.take()).isNull();
  }

  @Test
  void shouldKeepTheOrderOfOneTimeWhenSomeAreAddedWhileOthersAreTaken() {
    Planned[] tasks = new Planned[40];
    for (int i = 0; i < 20; i++) {
      queue.add(7, tasks[i] = new Planned(7, i));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(queue.take()).isSameAs(tasks[i]);
      queue.add(7, tasks[20 + i] = new Planned(7, 20 + i));
    }
    for (int i = 20; i < 40; i++) {
      assertThat(queue.nextAt()).isEqualTo(7);
      assertThat(queue.take()).isSameAs(tasks[i]);
    }
    assertThat(queue.nextAt()).isEqualTo(EventQueue.NEVER);
  }

  @Test
  void shouldTakeWhatIsAddedBeforeTheNextOneThatItHasNamed() {
    Planned late = new Planned(1000, 0);
    Planned soon = new Planned(10, 1);
    queue.add(1000, late);
    assertThat(queue.nextAt()).isEqualTo(1000);
    queue.add(10, soon);
    assertThat(queue.take()).isSameAs(soon);
    assertThat(queue.take()).isSameAs(late);
  }

  @Test
  void shouldAcceptTheLatestTime() {
    Planned last = new Planned(EventQueue.NEVER - 1, 0);
    queue.add(EventQueue.NEVER - 1, last);
    assertThat(queue.nextAt()).isLessThan(EventQueue.NEVER);
    assertThat(queue.take()).isSameAs(last);
  }

  @Test
  void shouldRefuseATimeInThePast() {
    queue.add(10, () -> {});
    queue.take();
    assertThatThrownBy(() -> queue.add(9, () -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9");
  }

  /** Against a queue that sorts by (time, number), for delays of all sizes, ties among them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldReturnTasksByTimeThenInsertion(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PriorityQueue<Planned> sorted =
        new PriorityQueue<>(
            Comparator.comparingLong(Planned::at).thenComparingLong(Planned::number));
    long now = 0;
    long number = 0;
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(2) == 0 || sorted.isEmpty()) {
        for (int more = random.nextInt(6); more > 0; more--) {
          long delay = random.nextInt(3) == 0 ? 0 : random.nextLong(1L << random.nextInt(42));
          Planned task = new Planned(now + delay, number++);
          sorted.add(task);
          queue.add(task.at(), task);
        }
      } else {
        Planned next = sorted.poll();
        assertThat(queue.nextAt()).isEqualTo(next.at());
        assertThat(queue.take()).isSameAs(next);
        now = next.at();
      }
      assertThat((queue.nextAt() == EventQueue.NEVER)).isEqualTo(sorted.isEmpty());
    }
  }
}
