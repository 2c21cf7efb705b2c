package dev.nacoscapacity.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that take turns in virtual time. */
@Timeout(60)
class ForksTest {

  private static final Duration MOMENT = Duration.ofNanos(10);
  private static final Duration LONG = Duration.ofDays(1);

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  /** Unguarded: one thread at a time holds the baton. */
  private final List<String> happened = new ArrayList<>();

  private void note(String what) {
    happened.add(what + " at " + time.nanos());
  }

  private interface Waiting {
    void run() throws InterruptedException;
  }

  /** Notes how something that waits has ended. */
  private Fork fork(String name, Waiting task) {
    return time.fork(
        name,
        () -> {
          try {
            task.run();
            note(name + " ended");
          } catch (InterruptedException e) {
            note(name + " interrupted");
          }
        });
  }

  @Test
  void shouldRunAForkOnAThreadOfItsOwnWhileTheOthersWait() throws Exception {
    List<Thread> threads = new ArrayList<>();
    fork(
        "fork",
        () -> {
          threads.add(Thread.currentThread());
          note("begins");
          time.sleep(MOMENT);
        });
    note("run");

    time.sleep(LONG);

    assertThat(happened).containsExactly("run at 0", "begins at 0", "fork ended at 10");
    assertThat(threads).doesNotContain(Thread.currentThread());
    assertThat(time.nanos()).isEqualTo(LONG.toNanos());
  }

  @Test
  void shouldTakeTurnsInTheOrderOfTimesAndThenOfWaiting() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      fork(
          name,
          () -> {
            for (int i = 0; i < 2; i++) {
              time.sleep(MOMENT);
              note(name);
            }
          });
    }
    time.after(10, () -> note("event"));
    time.after(20, () -> note("event"));

    time.sleep(Duration.ofNanos(15));
    note("run");
    time.sleep(MOMENT);

    assertThat(happened)
        .containsExactly(
            "event at 10",
            "a at 10",
            "b at 10",
            "c at 10",
            "run at 15",
            "event at 20",
            "a at 20",
            "a ended at 20",
            "b at 20",
            "b ended at 20",
            "c at 20",
            "c ended at 20");
  }

  @Test
  void shouldDoTheSameInTheSameOrderEachTime() throws Exception {
    shouldTakeTurnsInTheOrderOfTimesAndThenOfWaiting();
    for (int again = 0; again < 200; again++) {
      ForksTest other = new ForksTest();
      other.shouldTakeTurnsInTheOrderOfTimesAndThenOfWaiting();
      assertThat(other.happened).isEqualTo(happened);
    }
  }

  @Test
  void shouldWaitForTheEndOfAFork() throws Exception {
    Fork fork = fork("fork", () -> time.sleep(MOMENT));

    assertThat(time.await(fork.end(), Duration.ofNanos(5))).isFalse();
    note("run");
    assertThat(time.await(fork.end(), LONG)).isTrue();
    note("run");
    assertThat(time.await(fork.end(), LONG)).as("at once").isTrue();

    assertThat(happened).containsExactly("run at 5", "fork ended at 10", "run at 10");
  }

  @Test
  void shouldEndAllWaitsForASignalInTheOrderOfWaiting() throws Exception {
    Signal signal = new Signal("a signal");
    fork("b", () -> assertThat(time.await(signal, LONG)).isTrue());
    fork("a", () -> assertThat(time.await(signal, LONG)).isTrue());
    time.after(7, signal::raise);
    time.after(7, () -> note("event"));

    time.sleep(MOMENT);

    assertThat(happened).containsExactly("b ended at 7", "a ended at 7", "event at 7");
  }

  @Test
  void shouldEndTheWaitOfAForkThatIsInterrupted() throws Exception {
    Fork fork = fork("fork", () -> time.sleep(LONG));
    time.sleep(MOMENT);

    fork.interrupt();
    assertThat(time.await(fork.end(), LONG)).isTrue();

    assertThat(happened).containsExactly("fork interrupted at 10");
  }

  @Test
  void shouldEndTheFirstWaitOfAForkThatWasInterruptedBefore() throws Exception {
    Fork early =
        fork(
            "early",
            () -> {
              note("begins");
              time.sleep(LONG);
            });
    early.interrupt();
    time.await(early.end());

    assertThat(happened).containsExactly("begins at 0", "early interrupted at 0");
  }

  @Test
  void shouldLetAnInterruptedForkCleanUpBeforeItEnds() throws Exception {
    Fork fork =
        fork(
            "fork",
            () -> {
              try {
                time.sleep(LONG);
              } finally {
                time.sleep(MOMENT);
                note("mended");
              }
            });
    time.sleep(MOMENT);

    fork.interrupt();

    assertThat(time.await(fork.end(), LONG)).isTrue();
    assertThat(happened).containsExactly("mended at 20", "fork interrupted at 20");
  }

  @Test
  void shouldEndAWaitForWhatAForeignThreadRaises() throws Exception {
    Signal stop = new Signal("a stop");
    Signal running = new Signal("the first event");
    Runnable[] forever = new Runnable[1];
    forever[0] =
        () -> {
          running.raise();
          time.after(1, forever[0]);
        };
    time.execute(forever[0]);
    // It drives, while the run's thread is parked.
    Fork fork = fork("fork", () -> time.sleep(Duration.ofDays(100_000)));
    Thread foreign =
        new Thread(
            () -> {
              try {
                Time.wall().await(running);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              stop.raise();
            });
    foreign.start();

    assertThat(time.await(stop, Duration.ofDays(100_000))).isTrue();

    fork.interrupt();
    assertThat(time.await(fork.end(), LONG)).isTrue();
    foreign.join();
  }

  @Test
  void shouldNameTheWaitersInADeadlock() throws Exception {
    Fork fork = fork("experiment", () -> time.await(new Signal("the next second")));

    assertThatIllegalStateException()
        .isThrownBy(() -> time.await(fork.end()))
        .withMessageContaining("the run waits for the end of experiment")
        .withMessageContaining("experiment waits for the next second");

    fork.interrupt();
    time.await(fork.end());
    assertThat(happened).containsExactly("experiment interrupted at 0");
  }

  @Test
  void shouldDetectADeadlockOfTheRunAlone() {
    assertThatIllegalStateException()
        .isThrownBy(() -> time.await(new Signal("a reply")))
        .withMessage("nothing is left to happen, but the run waits for a reply");
  }

  @Test
  void shouldThrowInTheRunWhatAnEventThrowsWhileAForkRunsIt() throws Exception {
    Fork fork = fork("fork", () -> time.sleep(LONG));
    time.sleep(MOMENT);
    time.after(
        5,
        () -> {
          throw new IllegalArgumentException("a bug");
        });

    assertThatThrownBy(() -> time.sleep(LONG.multipliedBy(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a bug");

    assertThat(time.nanos()).isEqualTo(15);
    fork.interrupt();
    time.await(fork.end());
    assertThat(happened).containsExactly("fork interrupted at 15");
  }

  @Test
  void shouldThrowInTheRunWhatAForkThrows() {
    Fork fork =
        time.fork(
            "fork",
            () -> {
              throw new IllegalArgumentException("a bug");
            });

    assertThatThrownBy(() -> time.sleep(LONG)).hasMessage("a bug");
    assertThat(fork.end().isRaised()).isTrue();
    assertThat(time.nanos()).isZero();
  }

  @Test
  void shouldRefuseToWaitWithinAnEvent() {
    time.execute(
        () -> {
          try {
            time.sleep(MOMENT);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });

    assertThatIllegalStateException()
        .isThrownBy(() -> time.sleep(MOMENT))
        .withMessageContaining("an event waits for time to pass");
  }

  @Test
  void shouldForkFromForksAndFromEvents() throws Exception {
    time.after(5, () -> fork("of an event", () -> time.sleep(MOMENT)));
    fork(
        "parent",
        () -> {
          Fork child = fork("child", () -> time.sleep(MOMENT));
          time.await(child.end());
        });

    time.sleep(LONG);

    assertThat(happened)
        .containsExactly("child ended at 10", "parent ended at 10", "of an event ended at 15");
  }
}
