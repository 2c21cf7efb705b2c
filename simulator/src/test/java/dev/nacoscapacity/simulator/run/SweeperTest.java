package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.run.Sweeper.Cell;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweeperTest {

  private final List<Cell> started = new ArrayList<>();
  private final Sweeper sweeper = new Sweeper(started::add);

  private void add(int cells) {
    for (int service = 0; service < cells; service++) {
      sweeper.add(new Cell(service, 0));
    }
  }

  @Test
  void shouldReadAFewCellsAtATime() {
    add(10);
    sweeper.step();
    sweeper.step();
    assertThat(started).hasSize(4);

    sweeper.completed(started.get(0));
    sweeper.step();
    assertThat(started).hasSize(5);
  }

  @Test
  void shouldNotReadACellTwiceAtOnce() {
    add(1);
    add(1);
    sweeper.step();
    add(1);
    sweeper.step();
    assertThat(started).hasSize(1);

    sweeper.completed(started.get(0));
    add(1);
    sweeper.step();
    assertThat(started).hasSize(2);
  }

  @Test
  void shouldDropWhatHasNotBegun() {
    add(10);
    sweeper.step();
    sweeper.clear();
    started.forEach(sweeper::completed);
    sweeper.step();
    assertThat(started).hasSize(4);

    add(10);
    sweeper.step();
    assertThat(started).hasSize(8);
  }

  @Test
  void shouldNotPileUpOnTheStackWhenReadsEndAtOnce() {
    List<Cell> read = new ArrayList<>();
    Sweeper[] self = new Sweeper[1];
    self[0] =
        new Sweeper(
            cell -> {
              read.add(cell);
              self[0].completed(cell);
              self[0].step();
            });
    for (int service = 0; service < 100_000; service++) {
      self[0].add(new Cell(service, 0));
    }
    self[0].step();

    assertThat(read).hasSize(100_000);
  }
}
