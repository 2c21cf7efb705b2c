package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.Operation;
import org.junit.jupiter.api.Test;

class StatsRecorderTest {

  private final StatsRecorder books = new StatsRecorder();

  private void book(Operation operation, long due, long answered) {
    Call call = new Call().reset(operation, 0, 0, due, due);
    call.answered = answered;
    books.required(operation);
    books.started(call);
    books.completed(call);
  }

  @Test
  void shouldJudgeByDueTimeNotByAnswer() {
    books.open(new MeasurementWindow(100, 200, 50));
    book(Operation.BEAT, 99, 150);
    book(Operation.BEAT, 199, 900);
    books.missed(Operation.BEAT, 99, 150);
    books.missed(Operation.BEAT, 150, 900);
    Tally.Counts beats = books.judged().of(Operation.BEAT);

    assertThat(beats.required()).isEqualTo(2);
    assertThat(beats.started()).isEqualTo(1);
    assertThat(beats.ok()).isEqualTo(1);
    assertThat(beats.missed()).isEqualTo(1);
  }

  @Test
  void shouldJudgeLongPollsByWhenTheirAnswerIsDue() {
    books.open(new MeasurementWindow(100, 200, 50));
    book(Operation.LISTEN, 60, 110);
    book(Operation.LISTEN, 160, 210);

    assertThat(books.judged().of(Operation.LISTEN).required()).isEqualTo(1);
  }

  @Test
  void shouldJudgeNothingBeforeAWindowIsOpened() {
    book(Operation.BEAT, 100, 110);

    assertThat(books.judged().of(Operation.BEAT).required()).isZero();
    assertThat(books.takeSecond().of(Operation.BEAT).ok()).isEqualTo(1);
  }

  /** Instances register in the ramp, so that is when most pushes come. */
  @Test
  void shouldJudgeNoPushOfTheRamp() {
    books.pushed(0, 10);
    books.open(new MeasurementWindow(100, 200, 50));
    books.pushed(0, 99);
    books.pushed(90, 100);
    books.pushed(150, 200);

    assertThat(books.judged().of(Operation.PUSH).ok()).isEqualTo(1);
    assertThat(books.wholeRun().pushes().getTotalCount()).isEqualTo(4);
  }

  /** The beat came through by another server, and the descriptors were short all the same. */
  @Test
  void shouldKeepWhatTheMachineLackedBeforeTheWindowAndForAttemptsMadeAgain() {
    Call rescued = new Call().reset(Operation.REGISTER, 0, 0, 10, 10);
    rescued.answered = 20;
    rescued.beginAgain(Driver.NO_DESCRIPTOR);
    rescued.answered = 30;
    books.completed(rescued);
    Call failed = new Call().reset(Operation.REGISTER, 1, 0, 10, 10);
    failed.failure = Driver.NO_PORT;
    books.completed(failed);
    Call refused = new Call().reset(Operation.REGISTER, 2, 0, 10, 10);
    refused.failure = "connection refused";
    books.completed(refused);

    assertThat(books.wholeRun().shortages())
        .containsExactlyInAnyOrder(Driver.NO_DESCRIPTOR, Driver.NO_PORT);
  }

  @Test
  void shouldBeginEachSecondWithNothing() {
    book(Operation.BEAT, 100, 110);
    books.takeSecond();

    assertThat(books.takeSecond().of(Operation.BEAT).required()).isZero();
  }
}
