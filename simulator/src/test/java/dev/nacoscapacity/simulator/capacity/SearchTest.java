package dev.nacoscapacity.simulator.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.capacity.Answer.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SearchTest {

  private static final Bounds BOUNDS = new Bounds(200, 20_000, 0.1);

  /** A registry in a formula. */
  private interface Registry {
    Status hold(int instances, Stage stage);
  }

  private final List<Trial> trials = new ArrayList<>();

  private Answer search(Bounds bounds, Registry registry) {
    Search search = new Search(bounds, Math.max(1, bounds.from() / 2));
    Step step = search.next(List.copyOf(trials));
    while (step instanceof Step.Try next) {
      Status status = registry.hold(next.instances(), next.stage());
      trials.add(trial(next.instances(), next.stage(), status, null));
      step = search.next(List.copyOf(trials));
    }
    return ((Step.Done) step).answer();
  }

  private static Trial trial(int instances, Stage stage, Status status, Double cpuMsPerCall) {
    return trial(instances, stage, status, cpuMsPerCall, null);
  }

  private static Trial trial(
      int instances, Stage stage, Status status, Double cpuMsPerCall, Double jitShare) {
    return new Trial(
        instances,
        stage,
        status,
        "",
        0,
        null,
        cpuMsPerCall,
        jitShare,
        null,
        null,
        List.of(),
        List.of());
  }

  private static Registry steep(int capacity) {
    return (instances, stage) -> instances <= capacity ? Status.PASS : Status.FAIL;
  }

  private long searchTrials() {
    return trials.stream()
        .filter(trial -> trial.stage() == Stage.BRACKET || trial.stage() == Stage.BISECT)
        .count();
  }

  @Property
  void shouldEncloseTheCapacityInTwelveTrialsWhenTheEdgeIsSteep(
      @ForAll @IntRange(min = 200, max = 19_999) int capacity) {
    trials.clear();

    Answer answer = search(BOUNDS, steep(capacity));

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.passes()).isLessThanOrEqualTo(capacity);
    assertThat(answer.fails()).isGreaterThan(capacity);
    assertThat(answer.fails()).isLessThanOrEqualTo((int) (answer.passes() * 1.1));
    assertThat(answer.descends()).isEqualTo(answer.passes());
    assertThat(searchTrials()).isLessThanOrEqualTo(12);
  }

  @Test
  void shouldWarmTheRegistryWithWhatItHeldUntilACallCostsNoLess() {
    Search search = new Search(BOUNDS, 100);
    trials.add(trial(200, Stage.BRACKET, Status.PASS, 20.0));
    trials.add(trial(400, Stage.BRACKET, Status.PASS, 9.0));
    trials.add(trial(800, Stage.BRACKET, Status.FAIL, 7.0));

    for (double cost : new double[] {5, 3, 2.8}) {
      assertThat(search.next(trials)).isEqualTo(new Step.Try(400, Stage.WARM));
      trials.add(trial(400, Stage.WARM, Status.FAIL, cost));
    }

    assertThat(search.next(trials)).isEqualTo(new Step.Try(800, Stage.BRACKET));
    trials.add(trial(800, Stage.BRACKET, Status.PASS, 2.0));
    assertThat(search.next(trials)).isEqualTo(new Step.Try(1_600, Stage.BRACKET));
    trials.add(trial(1_600, Stage.BRACKET, Status.FAIL, 2.0));
    assertThat(search.next(trials)).isEqualTo(new Step.Try(1_130, Stage.BISECT));
  }

  @Test
  void shouldGoOnWarmingWhileTheNodesCompileThoughACallCostsNoLess() {
    trials.add(trial(200, Stage.BRACKET, Status.PASS, 3.0, 0.4));
    trials.add(trial(400, Stage.BRACKET, Status.FAIL, 3.0, 0.3));
    trials.add(trial(200, Stage.WARM, Status.PASS, 2.9, 0.2));

    assertThat(new Search(BOUNDS, 100).next(trials)).isEqualTo(new Step.Try(200, Stage.WARM));
    assertThat(Words.warmth(trials))
        .contains(
            "Warm-up: at 200 instances a call cost the nodes 3.00, 2.90 CPU-ms, their JIT"
                + " compilers 40 %, 20 % of it: still warming.");
    trials.add(trial(200, Stage.WARM, Status.PASS, 2.8, 0.05));

    assertThat(new Search(BOUNDS, 100).next(trials)).isEqualTo(new Step.Try(283, Stage.BISECT));
  }

  @Test
  void shouldBelieveAFailureWhenTheRegistryWasWarmAlready() {
    trials.add(trial(200, Stage.BRACKET, Status.PASS, 3.0));
    trials.add(trial(400, Stage.BRACKET, Status.FAIL, 3.0));
    trials.add(trial(200, Stage.WARM, Status.PASS, 2.9));

    assertThat(new Search(BOUNDS, 100).next(trials)).isEqualTo(new Step.Try(283, Stage.BISECT));
  }

  @Test
  void shouldWarmWithHalfOfTheFirstSizeWhenEvenThatFailsCold() {
    trials.add(trial(200, Stage.BRACKET, Status.FAIL, 30.0));
    assertThat(new Search(BOUNDS, 100).next(trials)).isEqualTo(new Step.Try(100, Stage.WARM));
    trials.add(trial(100, Stage.WARM, Status.PASS, 30.0));
    trials.add(trial(100, Stage.WARM, Status.PASS, 10.0));
    trials.add(trial(100, Stage.WARM, Status.PASS, 9.8));

    assertThat(new Search(BOUNDS, 100).next(trials)).isEqualTo(new Step.Try(200, Stage.BRACKET));
  }

  @Test
  void shouldGoOnWhenTheRegistryGetsWarmerForEver() {
    trials.add(trial(200, Stage.BRACKET, Status.PASS, 200.0));
    trials.add(trial(400, Stage.BRACKET, Status.FAIL, 200.0));
    for (int i = 0; i < 5; i++) {
      trials.add(trial(200, Stage.WARM, Status.PASS, 100 / Math.pow(2, i)));
    }

    assertThat(new Search(BOUNDS, 100).next(trials)).isEqualTo(new Step.Try(400, Stage.BRACKET));
  }

  @Test
  void shouldWarmTheRegistryAgainWhenItGoesOnAfterAPause() {
    search(BOUNDS, steep(5_000));
    List<Trial> half = List.copyOf(trials.subList(0, 10));
    Search resumed = new Search(BOUNDS, 100).resumedAfter(half);
    int passes = new History(half, BOUNDS.from(), BOUNDS.to(), 0).passes();

    List<Trial> now = new ArrayList<>(half);
    for (int i = 0; i < 2; i++) {
      assertThat(resumed.next(now)).isEqualTo(new Step.Try(passes, Stage.WARM));
      now.add(trial(passes, Stage.WARM, Status.PASS, 3.0));
    }

    assertThat(resumed.next(now)).isEqualTo(new Search(BOUNDS, 100).next(half));
  }

  @Test
  void shouldWarmTheRegistryAtItsEdgeWhenAPauseCameWhileItDoubled() {
    trials.add(trial(200, Stage.BRACKET, Status.PASS, 9.0));
    Search resumed = new Search(BOUNDS, 100).resumedAfter(List.copyOf(trials));
    trials.add(trial(200, Stage.WARM, Status.PASS, 8.9));
    trials.add(trial(200, Stage.WARM, Status.PASS, 8.9));
    trials.add(trial(400, Stage.BRACKET, Status.PASS, 6.0));
    trials.add(trial(800, Stage.BRACKET, Status.PASS, 4.0));
    trials.add(trial(1_600, Stage.BRACKET, Status.FAIL, 4.0));

    assertThat(resumed.next(trials)).isEqualTo(new Step.Try(800, Stage.WARM));
  }

  @Test
  void shouldLookNoFurtherThanALowerBoundThatIsAskedForLater() {
    Bounds lower = new Bounds(200, 1_000, 0.1);
    search(BOUNDS, steep(5_000));

    Answer answer = search(lower, steep(5_000));

    assertThat(answer).isEqualTo(new Answer(Outcome.PASSES_TO_THE_END, 1_000, 0, Answer.UNKNOWN));
  }

  @Test
  void shouldTryAgainAfterAPauseWhatHadNoVerdict() {
    Registry tooFast = (instances, stage) -> instances > 3_000 ? Status.INCONCLUSIVE : Status.PASS;
    search(BOUNDS, tooFast);

    Search resumed = new Search(BOUNDS, 100).resumedAfter(List.copyOf(trials));
    trials.add(trial(1_600, Stage.WARM, Status.PASS, 3.0));
    trials.add(trial(1_600, Stage.WARM, Status.PASS, 3.0));

    assertThat(resumed.next(trials)).isEqualTo(new Step.Try(3_200, Stage.BRACKET));
  }

  @Test
  void shouldOverloadAgainWhenAPauseCameBeforeTheWayDown() {
    search(BOUNDS, steep(5_000));
    List<Trial> overloaded = new ArrayList<>(trials.subList(0, trials.size() - 1));
    Search resumed = new Search(BOUNDS, 100).resumedAfter(List.copyOf(overloaded));

    overloaded.add(trial(4_000, Stage.WARM, Status.PASS, 3.0));
    overloaded.add(trial(4_000, Stage.WARM, Status.PASS, 3.0));

    assertThat(resumed.next(overloaded))
        .isInstanceOfSatisfying(
            Step.Try.class, next -> assertThat(next.stage()).isEqualTo(Stage.OVERLOAD));
  }

  @Test
  void shouldBeOverWhenItWasBeforeThePause() {
    Answer answer = search(BOUNDS, steep(5_000));

    Step next = new Search(BOUNDS, 100).resumedAfter(trials).next(trials);

    assertThat(next).isEqualTo(new Step.Done(answer));
  }

  @Test
  void shouldTryEachBoundTwiceAtFullLength() {
    Answer answer = search(BOUNDS, steep(5_000));

    assertThat(fullTrialsOf(answer.passes())).isEqualTo(2);
    assertThat(fullTrialsOf(answer.fails())).isEqualTo(2);
  }

  private long fullTrialsOf(int size) {
    return trials.stream()
        .filter(trial -> trial.instances() == size && trial.stage().decides())
        .count();
  }

  @Test
  void shouldNotLetOneBadTrialOfThreeDecide() {
    Registry onceBad =
        (instances, stage) -> {
          boolean spoilt = stage == Stage.CONFIRM && fullTrialsOf(instances) == 1;
          return steep(5_000).hold(instances, stage) == Status.PASS && !spoilt
              ? Status.PASS
              : Status.FAIL;
        };

    Answer answer = search(BOUNDS, onceBad);

    assertThat(answer.passes()).isBetween(4_500, 5_000);
    assertThat(fullTrialsOf(answer.passes())).isEqualTo(3);
  }

  @Test
  void shouldGoBackWhenAShortTrialWasTooKind() {
    Registry slowlyFailing =
        (instances, stage) -> steep(stage == Stage.BRACKET ? 9_000 : 3_000).hold(instances, stage);

    Answer answer = search(BOUNDS, slowlyFailing);

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.passes()).isBetween(2_700, 3_000);
  }

  @Test
  void shouldEncloseTheGreyZoneWhenTheEdgeIsGradual() {
    for (int seed = 0; seed < 200; seed++) {
      trials.clear();
      Random random = new Random(seed);
      Registry gradual =
          (instances, stage) ->
              random.nextDouble() < (instances - 4_000) / 2_000.0 ? Status.FAIL : Status.PASS;

      Answer answer = search(BOUNDS, gradual);

      assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
      assertThat(answer.passes()).isBetween(3_500, 6_000);
      assertThat(answer.fails()).isBetween(4_000, 6_700);
    }
  }

  @Test
  void shouldFindTheEdgeMostlyWhenOneResultOfTenIsWrong() {
    int near = 0;
    for (int seed = 0; seed < 200; seed++) {
      trials.clear();
      Random random = new Random(seed);
      Registry noisy =
          (instances, stage) ->
              steep(5_000).hold(instances, stage) == Status.PASS ^ random.nextInt(10) == 0
                  ? Status.PASS
                  : Status.FAIL;
      Answer answer = search(BOUNDS, noisy);
      near += answer.passes() > 4_000 && answer.passes() < 6_250 ? 1 : 0;
    }

    assertThat(near).isGreaterThan(140);
  }

  @Test
  void shouldShowHysteresisWhenTheRegistryStaysDownAfterAnOverload() {
    Registry hysteretic =
        (instances, stage) -> steep(stage == Stage.DESCENT ? 4_300 : 5_000).hold(instances, stage);

    Answer answer = search(BOUNDS, hysteretic);

    assertThat(answer.passes()).isBetween(4_500, 5_000);
    assertThat(answer.descends()).isBetween(3_700, 4_300);
  }

  @Test
  void shouldSayNoDescentPassedWhenNoneDid() {
    Registry broken =
        (instances, stage) ->
            stage == Stage.DESCENT ? Status.FAIL : steep(5_000).hold(instances, stage);

    assertThat(search(BOUNDS, broken).descends()).isZero();
  }

  @Test
  void shouldGoOverTheEdgeOnceMoreWhenTheWayDownHadNoVerdict() {
    Registry onceBusy =
        (instances, stage) ->
            stage == Stage.DESCENT && tried(Stage.OVERLOAD) == 1
                ? Status.INCONCLUSIVE
                : steep(5_000).hold(instances, stage);

    Answer answer = search(BOUNDS, onceBusy);

    assertThat(tried(Stage.OVERLOAD)).isEqualTo(2);
    assertThat(answer.descends()).isEqualTo(answer.passes());
  }

  @Test
  void shouldNotCallItHysteresisWhenTheWayDownHasNoVerdict() {
    Registry busy =
        (instances, stage) ->
            stage == Stage.DESCENT ? Status.INCONCLUSIVE : steep(5_000).hold(instances, stage);

    Answer answer = search(BOUNDS, busy);

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.descends()).isEqualTo(Answer.UNKNOWN);
    assertThat(tried(Stage.DESCENT)).isEqualTo(2);
  }

  @Test
  void shouldNotSpeakOfAnOverloadThatPassed() {
    Answer answer =
        search(
            BOUNDS,
            (instances, stage) ->
                stage == Stage.OVERLOAD ? Status.PASS : steep(5_000).hold(instances, stage));

    assertThat(answer.descends()).isEqualTo(Answer.UNKNOWN);
    assertThat(tried(Stage.OVERLOAD)).isEqualTo(2);
    assertThat(tried(Stage.DESCENT)).isZero();
  }

  @Test
  void shouldCallItHysteresisWhenTheWayDownFailedBeforeItHadNoVerdict() {
    List<Status> descents = new ArrayList<>(List.of(Status.FAIL, Status.INCONCLUSIVE));

    Answer answer =
        search(
            BOUNDS,
            (instances, stage) ->
                stage == Stage.DESCENT ? descents.remove(0) : steep(5_000).hold(instances, stage));

    assertThat(answer.descends()).isZero();
    assertThat(tried(Stage.OVERLOAD)).isEqualTo(1);
  }

  @Test
  void shouldTryOneInstanceLessRightAfterTheOverloadWhenAWidthIsLessThanThat() {
    search(
        new Bounds(2, 50, 0.01),
        (instances, stage) ->
            stage == Stage.DESCENT ? Status.FAIL : steep(7).hold(instances, stage));

    assertThat(trials)
        .filteredOn(trial -> trial.stage() == Stage.DESCENT)
        .extracting(Trial::instances)
        .containsExactly(7, 6, 5);
  }

  @Test
  void shouldLookNoLowerThanAFirstSizeThatIsAskedForLater() {
    trials.add(trial(200, Stage.BRACKET, Status.PASS, 1.0));
    trials.add(trial(400, Stage.BRACKET, Status.PASS, 1.0));

    Answer answer = search(new Bounds(1_000, 20_000, 0.1), steep(500));

    assertThat(answer.outcome()).isEqualTo(Outcome.FAILS_FROM_THE_START);
    assertThat(answer.fails()).isEqualTo(1_000);
  }

  @Test
  void shouldNotHoldAgainstALaterFirstSizeThatSmallerOnesFailed() {
    trials.add(trial(400, Stage.BRACKET, Status.FAIL, 1.0));
    trials.add(trial(400, Stage.CONFIRM, Status.FAIL, 1.0));
    trials.add(trial(400, Stage.CONFIRM, Status.FAIL, 1.0));

    Answer answer = search(new Bounds(1_000, 20_000, 0.1), steep(5_000));

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.passes()).isBetween(4_500, 5_000);
  }

  private long tried(Stage stage) {
    return trials.stream().filter(trial -> trial.stage() == stage).count();
  }

  @Test
  void shouldSayThatTheFirstSizeFailsOnlyWhenItFailedTwiceAtFullLength() {
    Answer answer = search(BOUNDS, steep(100));

    assertThat(answer).isEqualTo(new Answer(Outcome.FAILS_FROM_THE_START, 0, 200, Answer.UNKNOWN));
    assertThat(fullTrialsOf(200)).isEqualTo(2);
  }

  @Test
  void shouldGoUpWhenTheFirstSizeFailedByBadLuck() {
    Registry coldAtFirst =
        (instances, stage) -> trials.isEmpty() ? Status.FAIL : steep(1_000).hold(instances, stage);

    assertThat(search(BOUNDS, coldAtFirst).passes()).isBetween(900, 1_000);
  }

  @Test
  void shouldSayThatTheLargestSizePasses() {
    Answer answer = search(BOUNDS, steep(50_000));

    assertThat(answer).isEqualTo(new Answer(Outcome.PASSES_TO_THE_END, 20_000, 0, Answer.UNKNOWN));
  }

  @Test
  void shouldStopWhenTheGeneratorIsTheLimitTwice() {
    Registry tooFast = (instances, stage) -> instances > 3_000 ? Status.INCONCLUSIVE : Status.PASS;

    Answer answer = search(BOUNDS, tooFast);

    assertThat(answer).isEqualTo(new Answer(Outcome.INCONCLUSIVE, 1_600, 0, Answer.UNKNOWN));
    assertThat(trials.stream().filter(trial -> trial.instances() == 3_200)).hasSize(2);
  }

  @Test
  void shouldGoOnWhenTheGeneratorWasTheLimitOnce() {
    Registry onceBusy =
        (instances, stage) ->
            trials.size() == 5 ? Status.INCONCLUSIVE : steep(5_000).hold(instances, stage);

    assertThat(search(BOUNDS, onceBusy).outcome()).isEqualTo(Outcome.BRACKETED);
  }

  @Property(tries = 200)
  void shouldEndWhateverTheRegistrySays(@ForAll long seed) {
    trials.clear();
    Random random = new Random(seed);
    Status[] all = Status.values();

    Answer answer = search(BOUNDS, (instances, stage) -> all[random.nextInt(all.length)]);

    assertThat(answer.outcome()).isNotNull();
    // The way over the edge and back, when the bounds were confirmed at the last moment.
    assertThat(trials.size()).isLessThanOrEqualTo(40 + 8);
  }

  @Test
  void shouldGoOnFromWhatWasTriedBefore() {
    Answer whole = search(BOUNDS, steep(5_000));
    List<Trial> all = List.copyOf(trials);

    for (int known = 0; known < all.size(); known++) {
      trials.clear();
      trials.addAll(all.subList(0, known));
      assertThat(search(BOUNDS, steep(5_000))).isEqualTo(whole);
      assertThat(trials).isEqualTo(all);
    }
  }

  @Test
  void shouldEndWithNeighboursWhenTheWidthIsFinerThanWholeInstances() {
    Answer answer = search(new Bounds(2, 50, 0.01), steep(7));

    assertThat(answer.passes()).isEqualTo(7);
    assertThat(answer.fails()).isEqualTo(8);
  }

  @Test
  void shouldRefuseBoundsThatCross() {
    assertThatThrownBy(() -> new Bounds(500, 500, 0.1))
        .hasMessage("--to is above --from: 500 is not above 500");
    assertThatThrownBy(() -> new Bounds(0, 500, 0.1)).hasMessage("--from is 1 or more, not 0");
    assertThatThrownBy(() -> new Bounds(1, 500, 0)).hasMessage("--width is 1 % to 100 %");
  }
}
