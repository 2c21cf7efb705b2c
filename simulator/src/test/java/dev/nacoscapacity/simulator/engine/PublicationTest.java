package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublicationTest {

  private final Publication publication = new Publication();
  private final List<String> read = new ArrayList<>();

  private void publish(long now) {
    publication.written(publication.next("a", 10), now);
  }

  private void read(int version, int countsFrom) {
    publication.read(version, countsFrom, (written, last) -> read.add(written + " " + last));
  }

  @Test
  void shouldRecogniseTheLastOfItsListeners() {
    publish(1);
    int one = publication.join();
    int other = publication.join();
    publish(5);

    read(2, one);
    read(2, other);

    assertThat(read).containsExactly("5 false", "5 true");
  }

  /** Whoever reads it first after a change was written is not among those who wait for that. */
  @Test
  void shouldNotWaitForALaterListener() {
    publish(1);
    int one = publication.join();
    publish(5);
    int later = publication.join();

    read(2, later);
    read(2, one);

    assertThat(read).containsExactly("5 true");
  }

  @Test
  void shouldForgetAChangeThatAnotherOvertook() {
    publish(1);
    int one = publication.join();
    int other = publication.join();
    publish(5);
    read(2, one);
    publish(8);

    read(2, other);
    read(3, other);
    read(3, one);

    assertThat(read).containsExactly("5 false", "8 false", "8 true");
  }

  @Test
  void shouldNotCountTheFirstPublicationAsAChange() {
    int one = publication.join();
    publish(1);
    read(1, one);

    assertThat(read).isEmpty();
  }

  @Test
  void shouldKeepTheTimeOfTheFirstAttempt() {
    publish(1);
    int one = publication.join();
    var next = publication.next("a", 10);
    publication.written(next, 5);
    publication.written(next, 9);

    read(2, one);

    assertThat(read).containsExactly("5 true");
  }

  @Test
  void shouldWantRemovalOnceItMayExist() {
    assertThat(publication.wants(Operation.REMOVE)).isFalse();
    assertThat(publication.wants(Operation.PUBLISH)).isTrue();

    publish(1);

    assertThat(publication.wants(Operation.PUBLISH)).isTrue();
    assertThat(publication.wants(Operation.REMOVE)).isTrue();

    publication.published(1, 0, 0);
    publication.removed();

    assertThat(publication.wants(Operation.PUBLISH)).isFalse();
    assertThat(publication.wants(Operation.REMOVE)).isFalse();
  }
}
