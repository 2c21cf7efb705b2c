package dev.nacoscapacity.chaos.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.capacity.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against clusters whose limit is known. */
class SafeSearchTest {

  private static List<Integer> run(SafeSearch search, IntFunction<Status> cluster) {
    List<Integer> sizes = new ArrayList<>();
    for (OptionalInt next = search.next(); next.isPresent(); next = search.next()) {
      sizes.add(next.getAsInt());
      assertThat(sizes).as("the search ends").hasSizeLessThan(40);
      search.tried(next.getAsInt(), cluster.apply(next.getAsInt()));
    }
    return sizes;
  }

  private static IntFunction<Status> holdsTo(int limit) {
    return size -> size <= limit ? Status.PASS : Status.FAIL;
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 399, 400, 777, 1999, 2000, 3999})
  void shouldEncloseTheLimit(int limit) {
    SafeSearch search = new SafeSearch(new Bounds(200, 4000, 0.2));

    run(search, holdsTo(limit));

    int holds = search.holds().orElseThrow();
    int fails = search.fails().orElseThrow();
    assertThat(limit).isBetween(holds, fails - 1);
    assertThat((double) fails / holds).isLessThanOrEqualTo(1.2);
  }

  @Test
  void shouldSayWhenEvenTheSmallestDoesNotHold() {
    SafeSearch search = new SafeSearch(new Bounds(200, 4000, 0.2));

    assertThat(run(search, holdsTo(100))).containsExactly(200);
    assertThat(search.holds()).isEmpty();
    assertThat(search.fails()).contains(200);
  }

  @Test
  void shouldStopAtTheLargest() {
    SafeSearch search = new SafeSearch(new Bounds(200, 1000, 0.2));

    assertThat(run(search, holdsTo(9999))).containsExactly(200, 400, 800, 1000);
    assertThat(search.holds()).contains(1000);
    assertThat(search.fails()).isEmpty();
  }

  @Test
  void shouldTryAnInconclusiveSizeOnceMoreAndThenCountItOut() {
    SafeSearch search = new SafeSearch(new Bounds(100, 1000, 1));

    List<Integer> sizes = run(search, size -> size <= 200 ? Status.PASS : Status.INCONCLUSIVE);

    assertThat(sizes).containsExactly(100, 200, 400, 400);
    assertThat(search.holds()).contains(200);
    assertThat(search.fails()).contains(400);
  }

  @Test
  void shouldSayThatNothingWasShownWhenTheSmallestStaysInconclusive() {
    SafeSearch search = new SafeSearch(new Bounds(100, 1000, 0.2));

    assertThat(run(search, size -> Status.INCONCLUSIVE)).containsExactly(100, 100);
    assertThat(search.nothingShown()).isTrue();
  }

  @Test
  void shouldNotCallASizeSafeAboveOneThatFailed() {
    SafeSearch search = new SafeSearch(new Bounds(100, 1000, 0.2));
    search.tried(100, Status.PASS);
    search.tried(200, Status.FAIL);
    search.tried(400, Status.PASS);

    assertThat(search.holds()).contains(100);
    assertThat(search.fails()).contains(200);
  }
}
