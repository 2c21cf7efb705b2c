package dev.nacoscapacity.cluster.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.core.time.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProcessorTest {

  private static final long MILLIS = 1_000_000;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final List<String> ends = new ArrayList<>();

  private Processor of(int cores, double speed) {
    return new Processor(time, time::nanos, cores, speed);
  }

  private Runnable end(String name) {
    return () -> ends.add(name + " " + time.nanos() / MILLIS);
  }

  private void passUntil(long millis) {
    time.runUntil(millis * MILLIS, () -> false);
  }

  @Test
  void shouldWaitAsQueueingTheorySaysWhenOneCoreServesInOrder() {
    // M/M/1: a call waits for load / (1 - load) of a call's work.
    assertThat(meanSojourn(1, 0.7) - 1).isCloseTo(0.7 / 0.3, within(0.05));
  }

  @Test
  void shouldWaitAsQueueingTheorySaysWhenFourCoresServeInOrder() {
    // M/M/c: Erlang's C is 0.4287 for four cores with 2.8 of them at work.
    assertThat(meanSojourn(4, 0.7) - 1).isCloseTo(0.4287 / (4 - 2.8), within(0.01));
  }

  /** How many times the mean work a call of random work stays, calls coming at random. */
  private double meanSojourn(int cores, double load) {
    int calls = 200_000;
    long work = MILLIS / 10;
    Processor processor = of(cores, 1);
    SplittableRandom random = new SplittableRandom(2);
    long[] stayed = new long[1];
    long[] ended = new long[1];
    long comes = 0;
    for (int i = 0; i < calls; i++) {
      comes += exponential(random, work / load / cores);
      long length = exponential(random, work);
      long came = comes;
      time.after(
          comes,
          () ->
              processor.run(
                  length,
                  () -> {
                    stayed[0] += time.nanos() - came;
                    ended[0]++;
                  }));
    }
    time.runUntil(Long.MAX_VALUE, () -> ended[0] == calls);
    assertThat(ended[0]).isEqualTo(calls);
    return stayed[0] / (double) calls / work;
  }

  private static long exponential(SplittableRandom random, double mean) {
    return Math.round(-mean * Math.log(1 - random.nextDouble()));
  }

  @Test
  void shouldServeShortCallAfterOneSliceWhenLongWorkHasTheCore() {
    Processor processor = of(1, 1);
    processor.run(100 * MILLIS, end("password"));
    time.after(10 * MILLIS, () -> processor.run(MILLIS, end("call")));
    time.after(11 * MILLIS, () -> processor.run(6 * MILLIS, end("list")));
    passUntil(1000);
    // Slices of the password until 12, the call until 13, the list until 17, the password, which
    // came back at 12, until 21, and the list's rest until 23.
    assertThat(ends).containsExactly("call 13", "list 23", "password 107");
  }

  @Test
  void shouldUseTheCoreThatIsFreeFirstWhenThereAreThree() {
    Processor processor = of(3, 1);
    for (int work : new int[] {3, 1, 2, 2, 3, 1, 1}) {
      processor.run(work * MILLIS, end("work " + work));
    }
    passUntil(100);
    assertThat(ends)
        .containsExactly(
            "work 1 1", "work 2 2", "work 3 3", "work 2 3", "work 1 4", "work 1 4", "work 3 5");
  }

  @Test
  void shouldTakeHalfTheTimeWhenMachineIsTwiceAsFast() {
    Processor processor = of(2, 2);
    processor.run(30 * MILLIS, end("first"));
    processor.run(20 * MILLIS, end("second"));
    passUntil(12);
    assertThat(ends).containsExactly("second 10");
    passUntil(20);
    assertThat(ends).containsExactly("second 10", "first 15");
  }

  @Test
  void shouldReturnFirstWhenThereIsNothingToDo() {
    Processor processor = of(1, 1);
    processor.run(0, end("nothing"));
    assertThat(ends).isEmpty();
    passUntil(0);
    assertThat(ends).containsExactly("nothing 0");
  }
}
