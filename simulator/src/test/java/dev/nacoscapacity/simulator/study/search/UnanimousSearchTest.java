package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against clusters whose limit is known. */
class UnanimousSearchTest {

  private record Round(int size, TrialStage stage, Status status) implements SizeResult {}

  private final List<Round> rounds = new ArrayList<>();

  private SearchResult search(Search search, IntFunction<Status> cluster) {
    SearchStep step = search.next(rounds);
    while (step instanceof SearchStep.NextTrial next) {
      assertThat(rounds).as("the search ends").hasSizeLessThan(40);
      rounds.add(new Round(next.size(), next.stage(), cluster.apply(next.size())));
      step = search.next(rounds);
    }
    return ((SearchStep.Conclusion) step).answer();
  }

  private List<Integer> sizes() {
    return rounds.stream().map(Round::size).toList();
  }

  private static Search within(int from, int to, double width) {
    return Search.unanimous(new SearchRange(from, to, width));
  }

  private static IntFunction<Status> holdsTo(int limit) {
    return size -> size <= limit ? Status.PASS : Status.FAIL;
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 399, 400, 777, 1999, 2000, 3999})
  void shouldEncloseTheLimit(int limit) {
    SearchResult answer = search(within(200, 4000, 0.2), holdsTo(limit));

    assertThat(limit).isBetween(answer.passes(), answer.fails() - 1);
    assertThat((double) answer.fails() / answer.passes()).isLessThanOrEqualTo(1.2);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.BRACKETED);
  }

  @Test
  void shouldReportThatEvenTheSmallestFails() {
    SearchResult answer = search(within(200, 4000, 0.2), holdsTo(100));

    assertThat(sizes()).containsExactly(200);
    assertThat(answer)
        .isEqualTo(new SearchResult(SearchResult.Outcome.FAILS_FROM_THE_START, 0, 200));
  }

  @Test
  void shouldStopAtTheLargest() {
    SearchResult answer = search(within(200, 1000, 0.2), holdsTo(9999));

    assertThat(sizes()).containsExactly(200, 400, 800, 1000, 1000);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.PASSES_TO_THE_END);
    assertThat(answer.passes()).isEqualTo(1000);
    assertThat(answer.fails()).isZero();
  }

  /** The short trial that passed is not enough. */
  @Test
  void shouldNotSayThatTheLargestPassesWhenItHasNoVerdictAfterwards() {
    Search search = within(200, 400, 0.2);

    SearchResult answer =
        search(search, size -> sizes().size() < 2 ? Status.PASS : Status.INCONCLUSIVE);

    assertThat(sizes()).containsExactly(200, 400, 400, 400);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.INCONCLUSIVE);
  }

  @Test
  void shouldNotMistakeAnInconclusiveSizeForAFailure() {
    Search search = within(100, 1000, 1);

    SearchResult answer = search(search, size -> size <= 200 ? Status.PASS : Status.INCONCLUSIVE);

    assertThat(sizes()).containsExactly(100, 200, 400, 400, 200);
    assertThat(answer.passes()).isEqualTo(200);
    assertThat(answer.fails()).isZero();
    assertThat(search.notShown(rounds)).isEqualTo(400);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.INCONCLUSIVE);
  }

  @Test
  void shouldStayOpenWhenASizeInBetweenIsInconclusive() {
    Search search = within(100, 1000, 0.5);

    SearchResult answer =
        search(
            search,
            size -> size <= 200 ? Status.PASS : size >= 400 ? Status.FAIL : Status.INCONCLUSIVE);

    assertThat(answer.passes()).isEqualTo(200);
    assertThat(answer.fails()).isEqualTo(400);
    assertThat(search.notShown(rounds)).isEqualTo(283);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.INCONCLUSIVE);
  }

  @Test
  void shouldConfirmTheSizeThatItFound() {
    SearchResult answer = search(within(100, 1000, 1), holdsTo(300));

    assertThat(sizes()).containsExactly(100, 200, 400, 200);
    assertThat(rounds.get(3).stage()).isEqualTo(TrialStage.CONFIRM);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.BRACKETED);
  }

  @Test
  void shouldSearchLowerWhenItsSizeFailsTheSecondTime() {
    SearchResult answer =
        search(
            within(100, 1000, 1),
            size -> size == 200 && sizes().contains(200) ? Status.FAIL : holdsTo(300).apply(size));

    assertThat(sizes()).containsExactly(100, 200, 400, 200, 100);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.BRACKETED);
    assertThat(answer.passes()).isEqualTo(100);
    assertThat(answer.fails()).isEqualTo(200);
  }

  @Test
  void shouldStayOpenWhenConfirmationsAreInconclusive() {
    SearchResult answer =
        search(
            within(100, 1000, 1),
            size ->
                size == 200 && sizes().contains(400)
                    ? Status.INCONCLUSIVE
                    : holdsTo(300).apply(size));

    assertThat(sizes()).containsExactly(100, 200, 400, 200, 200);
    assertThat(answer.passes()).isEqualTo(200);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.INCONCLUSIVE);
  }

  @Test
  void shouldReportNothingWhenTheSmallestStaysInconclusive() {
    SearchResult answer = search(within(100, 1000, 0.2), size -> Status.INCONCLUSIVE);

    assertThat(sizes()).containsExactly(100, 100);
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.INCONCLUSIVE);
    assertThat(answer.passes() + answer.fails()).isZero();
  }

  @Test
  void shouldNotCallASizeSafeAboveOneThatFailed() {
    rounds.add(new Round(100, TrialStage.BRACKET, Status.PASS));
    rounds.add(new Round(200, TrialStage.BRACKET, Status.FAIL));
    rounds.add(new Round(400, TrialStage.BRACKET, Status.PASS));

    SearchResult result = within(100, 1000, 0.2).soFar(rounds);

    assertThat(result.passes()).isEqualTo(100);
    assertThat(result.fails()).isEqualTo(200);
  }
}
