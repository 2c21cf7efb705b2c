package dev.nacoscapacity.simulator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tallies;
import dev.nacoscapacity.simulator.run.Tally;
import dev.nacoscapacity.simulator.run.TallyCodec;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommonBoardTest {

  private final CommonBoard board = new CommonBoard();

  private static WorkerMessage.Second second(
      int beats, long latency, int present, double remaining) {
    return second(new Tallies().calls(beats, Operation.BEAT, latency, null), present, remaining);
  }

  private static WorkerMessage.Second second(Tallies calls, int present, double remaining) {
    return new WorkerMessage.Second(
        "measure",
        remaining,
        10,
        20,
        30,
        TallyCodec.encode(calls.tally()),
        List.of(
            new NodeRow(0, 20, present, present, 20 - present, 0, 1, 0, 0, 0, 2),
            new NodeRow(1, 20, 20, 20, 0, 0, 0, 0, 0, 0, 0)));
  }

  @Test
  void shouldAddUpWhatAllWorkersTell() {
    board.heard(0, second(99, 1, 19, 3));
    board.heard(1, second(1, 1_000, 18, 4));

    Board all = board.take("measure");

    assertThat(all.phase()).isEqualTo("measure");
    assertThat(all.remainingSeconds()).isEqualTo(4);
    assertThat(all.done()).isEqualTo(20);
    assertThat(all.instances()).isEqualTo(40);
    assertThat(all.connections()).isEqualTo(60);
    assertThat(all.second().of(Operation.BEAT).ok()).isEqualTo(100);
    // Of all calls together: one in a hundred was slow.
    assertThat(all.second().of(Operation.BEAT).latency().getValueAtPercentile(99))
        .isLessThan(1_100);
    assertThat(all.second().of(Operation.BEAT).latency().getMaxValue()).isGreaterThan(999_000);
    assertThat(all.registry())
        .containsExactly(
            new NodeRow(0, 40, 37, 37, 3, 0, 2, 0, 0, 0, 4),
            new NodeRow(1, 40, 40, 40, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void shouldTakeTheLastStateOfAWorkerThatSpokeTwiceAndItsCallsTogether() {
    for (int second = 0; second < 2; second++) {
      Tallies calls = new Tallies().calls(10, Operation.BEAT, 1, null);
      board.heard(0, second(calls.underWay(Operation.LISTEN, 7), 20, 1));
    }
    board.heard(1, second(new Tallies().underWay(Operation.LISTEN, 5), 20, 1));

    Tally all = board.take("measure").second();

    assertThat(all.of(Operation.LISTEN).underWay()).isEqualTo(12);
    assertThat(all.of(Operation.BEAT).ok()).isEqualTo(20);
  }

  @Test
  void shouldBeDueWhenAllHaveSpoken() {
    assertThat(board.isDue()).isFalse();
    board.heard(0, second(1, 1, 20, 1));
    board.heard(1, second(1, 1, 20, 1));
    board.take("measure");

    board.heard(1, second(1, 1, 20, 1));
    assertThat(board.isDue()).isFalse();
    board.heard(0, second(1, 1, 20, 1));
    assertThat(board.isDue()).isTrue();
  }

  @Test
  void shouldNotWaitForAWorkerThatIsGone() {
    board.heard(0, second(1, 1, 20, 1));
    board.heard(1, second(1, 1, 20, 1));
    board.take("measure");
    board.heard(1, second(5, 1, 20, 1));
    board.gone(0);

    assertThat(board.isDue()).isTrue();
    assertThat(board.take("drain").instances()).isEqualTo(20);
  }
}
