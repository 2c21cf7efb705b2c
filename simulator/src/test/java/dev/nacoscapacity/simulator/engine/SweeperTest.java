package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.engine.Sweeper.Read;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweeperTest {

  private static final long MILLI = 1_000_000;

  private final List<Read> started = new ArrayList<>();
  private final Sweeper sweeper = sweeper(1, LoopSettings.Reads.UNBOUNDED);
  private long now;

  private Sweeper sweeper(int loops, LoopSettings.Reads reads) {
    LoopBuilder settings = new LoopBuilder().nodes(2).reads(reads.perSecond(), reads.atOnce());
    return new Sweeper(loops, settings.build(), 0, started::add);
  }

  private void add(int services) {
    add(sweeper, services, 0);
  }

  private static void add(Sweeper to, int services, int node) {
    for (int service = 0; service < services; service++) {
      to.add(new Read(service, node));
    }
  }

  private void advance(Sweeper its, int millis) {
    for (int i = 0; i < millis; i++) {
      now += MILLI;
      its.step(now);
    }
  }

  @Test
  void shouldReadAtItsRateHoweverLongAnswersTake() {
    add(1000);

    advance(sweeper, 100);

    // None is answered yet: answers that take 100 ms at a read each millisecond.
    assertThat(started).hasSize(101);
  }

  @Test
  void shouldShareOneRateAmongLoops() {
    Sweeper other = sweeper(2, LoopSettings.Reads.UNBOUNDED);
    add(1000);
    add(other, 1000, 1);

    advance(other, 100);

    assertThat(started).hasSize(51);
  }

  @Test
  void shouldReadMoreSlowlyUnderLoad() {
    Sweeper loaded = sweeper(2, new LoopSettings.Reads(200, 1000));
    add(loaded, 1000, 0);
    loaded.underLoad(true);
    advance(loaded, 100);
    assertThat(started).hasSize(11);

    loaded.underLoad(false);
    advance(loaded, 100);
    assertThat(started).hasSizeBetween(55, 61);
  }

  @Test
  void shouldBoundTheReadsOfASilentNodeOnly() {
    Sweeper bounded = sweeper(1, new LoopSettings.Reads(1000, 3));
    add(bounded, 50, 1);
    advance(bounded, 50);
    assertThat(started).hasSize(3);

    add(bounded, 3, 0);
    advance(bounded, 50);
    assertThat(started).filteredOn(read -> read.node() == 0).hasSize(3);
    assertThat(started).filteredOn(read -> read.node() == 1).hasSize(3);

    bounded.completed(started.get(0));
    advance(bounded, 50);
    assertThat(started).filteredOn(read -> read.node() == 1).hasSize(4);
  }

  @Test
  void shouldNotCatchUpAllAtOnceAfterAStall() {
    add(1000);

    now = 10_000 * MILLI;
    sweeper.step(now);

    assertThat(started).hasSize(21);
  }

  @Test
  void shouldNotReadTheSameTwiceAtOnce() {
    add(1);
    add(1);
    advance(sweeper, 5);
    add(1);
    advance(sweeper, 5);
    assertThat(started).hasSize(1);

    sweeper.completed(started.get(0));
    add(1);
    advance(sweeper, 5);
    assertThat(started).hasSize(2);
  }

  @Test
  void shouldDropReadsThatHaveNotBegun() {
    add(10);
    advance(sweeper, 3);
    assertThat(started).hasSize(4);
    sweeper.clear();
    started.forEach(sweeper::completed);
    advance(sweeper, 20);
    assertThat(started).hasSize(4);

    add(10);
    advance(sweeper, 20);
    assertThat(started).hasSize(14);
  }

  @Test
  void shouldKeepReadingWhenReadsEndAtOnce() {
    List<Read> reads = new ArrayList<>();
    Sweeper[] self = new Sweeper[1];
    self[0] =
        new Sweeper(
            1,
            new LoopBuilder().nodes(2).build(),
            0,
            read -> {
              reads.add(read);
              self[0].completed(read);
            });
    add(self[0], 100, 0);
    advance(self[0], 200);

    assertThat(reads).hasSize(100);
  }
}
