package dev.nacoscapacity.chaos.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.search.SafeSearch.Try;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against clusters whose limit is known. */
class SafeSearchTest {

  private static List<Integer> run(SafeSearch search, IntFunction<Status> cluster) {
    List<Integer> sizes = new ArrayList<>();
    for (Optional<Try> next = search.next(); next.isPresent(); next = search.next()) {
      sizes.add(next.get().instances());
      assertThat(sizes).as("the search ends").hasSizeLessThan(40);
      tried(search, next.get(), cluster.apply(next.get().instances()));
    }
    return sizes;
  }

  /** A round of three trials, the last of which decides. */
  private static void tried(SafeSearch search, Try round, Status status) {
    Study.Votes votes =
        new Study.Votes(status == Status.PASS ? 3 : 2, status == Status.FAIL ? 1 : 0);
    search.tried(round, status, votes);
  }

  private static IntFunction<Status> holdsTo(int limit) {
    return size -> size <= limit ? Status.PASS : Status.FAIL;
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 399, 400, 777, 1999, 2000, 3999})
  void shouldEncloseTheLimit(int limit) {
    SafeSearch search = new SafeSearch(new SearchRange(200, 4000, 0.2));

    run(search, holdsTo(limit));

    int holds = search.holds().orElseThrow();
    int fails = search.fails().orElseThrow();
    assertThat(limit).isBetween(holds, fails - 1);
    assertThat((double) fails / holds).isLessThanOrEqualTo(1.2);
  }

  @Test
  void shouldSayWhenEvenTheSmallestDoesNotHold() {
    SafeSearch search = new SafeSearch(new SearchRange(200, 4000, 0.2));

    assertThat(run(search, holdsTo(100))).containsExactly(200);
    assertThat(search.holds()).isEmpty();
    assertThat(search.fails()).contains(200);
  }

  @Test
  void shouldStopAtTheLargest() {
    SafeSearch search = new SafeSearch(new SearchRange(200, 1000, 0.2));

    assertThat(run(search, holdsTo(9999))).containsExactly(200, 400, 800, 1000, 1000);
    assertThat(search.holds()).contains(1000);
    assertThat(search.fails()).isEmpty();
  }

  @Test
  void shouldNotTakeASizeOfWhichNothingWasShownForOneThatFails() {
    SafeSearch search = new SafeSearch(new SearchRange(100, 1000, 1));

    List<Integer> sizes = run(search, size -> size <= 200 ? Status.PASS : Status.INCONCLUSIVE);

    assertThat(sizes).containsExactly(100, 200, 400, 400, 200);
    assertThat(search.holds()).contains(200);
    assertThat(search.fails()).isEmpty();
    assertThat(search.notShown()).contains(400);
    assertThat(search.closed()).isFalse();
  }

  @Test
  void shouldNotBeClosedWhereASizeBetweenWasNotShown() {
    SafeSearch search = new SafeSearch(new SearchRange(100, 1000, 0.5));

    run(
        search,
        size -> size <= 200 ? Status.PASS : size >= 400 ? Status.FAIL : Status.INCONCLUSIVE);

    assertThat(search.bracket())
        .isEqualTo(new Study.Bracket(200, 400, new Study.Votes(3, 0), new Study.Votes(2, 1), 283));
    assertThat(search.closed()).isFalse();
  }

  @Test
  void shouldTryTheSizeThatItFoundAgainAndCountOnlyThat() {
    SafeSearch search = new SafeSearch(new SearchRange(100, 1000, 1));

    assertThat(run(search, holdsTo(300))).containsExactly(100, 200, 400, 200);
    assertThat(search.bracket().passing()).isEqualTo(new Study.Votes(3, 0));
    assertThat(search.closed()).isTrue();
  }

  @Test
  void shouldGoOnBelowASizeThatFailsWhenItIsTriedAgain() {
    SafeSearch search = new SafeSearch(new SearchRange(100, 1000, 1));
    List<Integer> before = new ArrayList<>();

    List<Integer> sizes =
        run(
            search,
            size -> {
              before.add(size);
              boolean unlucky = size == 200 && before.stream().filter(s -> s == 200).count() == 2;
              return unlucky ? Status.FAIL : holdsTo(300).apply(size);
            });

    assertThat(sizes).containsExactly(100, 200, 400, 200, 100);
    assertThat(search.bracket())
        .as("five of 200 passed before the sixth")
        .isEqualTo(new Study.Bracket(100, 200, new Study.Votes(3, 0), new Study.Votes(5, 1), null));
  }

  @Test
  void shouldNotBeClosedWhenTheFreshTrialsShowNothing() {
    SafeSearch search = new SafeSearch(new SearchRange(100, 1000, 1));
    List<Integer> before = new ArrayList<>();

    List<Integer> sizes =
        run(
            search,
            size -> {
              before.add(size);
              return size == 200 && before.contains(400)
                  ? Status.INCONCLUSIVE
                  : holdsTo(300).apply(size);
            });

    assertThat(sizes).containsExactly(100, 200, 400, 200, 200);
    assertThat(search.holds()).contains(200);
    assertThat(search.closed()).isFalse();
  }

  @Test
  void shouldSayThatNothingWasShownWhenTheSmallestStaysInconclusive() {
    SafeSearch search = new SafeSearch(new SearchRange(100, 1000, 0.2));

    assertThat(run(search, size -> Status.INCONCLUSIVE)).containsExactly(100, 100);
    assertThat(search.nothingShown()).isTrue();
  }

  @Test
  void shouldNotCallASizeSafeAboveOneThatFailed() {
    SafeSearch search = new SafeSearch(new SearchRange(100, 1000, 0.2));
    tried(search, new Try(100, false), Status.PASS);
    tried(search, new Try(200, false), Status.FAIL);
    tried(search, new Try(400, false), Status.PASS);

    assertThat(search.holds()).contains(100);
    assertThat(search.fails()).contains(200);
  }
}
