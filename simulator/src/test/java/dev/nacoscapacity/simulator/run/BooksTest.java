package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.Operation;
import org.junit.jupiter.api.Test;

class BooksTest {

  private final Books books = new Books();

  private void book(Operation operation, long due, long answered) {
    Call call = new Call().reset(operation, 0, 0, due, due);
    call.answered = answered;
    books.required(operation);
    books.started(call);
    books.completed(call);
  }

  @Test
  void shouldJudgeByDueTimeNotByAnswer() {
    books.open(new Window(100, 200, 50));
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
    books.open(new Window(100, 200, 50));
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

  @Test
  void shouldBeginEachSecondWithNothing() {
    book(Operation.BEAT, 100, 110);
    books.takeSecond();

    assertThat(books.takeSecond().of(Operation.BEAT).required()).isZero();
  }
}
