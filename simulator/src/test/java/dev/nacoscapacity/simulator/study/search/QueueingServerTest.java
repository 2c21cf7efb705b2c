package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search on nodes that queue: their capacity is known, and shows in latency alone. */
class QueueingServerTest {

  private static final int NODES = 5;
  private static final int THREADS = 4;
  private static final double SERVICE_SECONDS = 0.02;
  private static final double CALLS_PER_INSTANCE = 0.3;

  /** By arithmetic: 3,333 instances. */
  private static final double CAPACITY = NODES * THREADS / SERVICE_SECONDS / CALLS_PER_INSTANCE;

  private final List<SizeTrial> trials = new ArrayList<>();

  /** The 99th percentile of latency of a node with Poisson arrivals, from its start. */
  private static double p99(double callsPerSecond, double seconds, Random random) {
    PriorityQueue<Double> freeAt = new PriorityQueue<>();
    for (int thread = 0; thread < THREADS; thread++) {
      freeAt.add(0.0);
    }
    List<Double> latencies = new ArrayList<>();
    double now = 0;
    while (now < seconds) {
      now += -Math.log(1 - random.nextDouble()) / callsPerSecond;
      double answered = Math.max(now, freeAt.remove()) + SERVICE_SECONDS;
      freeAt.add(answered);
      latencies.add(answered - now);
    }
    double[] sorted = latencies.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return Arrays.stream(sorted).skip((long) (sorted.length * 0.99)).findFirst().orElse(0);
  }

  private static Status hold(SearchStep.NextTrial next, Random random) {
    double rate = next.instances() * CALLS_PER_INSTANCE / NODES;
    double seconds = next.stage().isShort() ? 30 : 60;
    return p99(rate, seconds, random) <= 1 ? Status.PASS : Status.FAIL;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldFindTheKnownCapacityInTwelveTrials(long seed) {
    Random random = new Random(seed);
    Search search = Search.ofCapacity(new SearchRange(200, 20_000, 0.1), 100);
    SearchStep step = search.next(trials);
    while (step instanceof SearchStep.NextTrial next) {
      Status status = hold(next, random);
      trials.add(SimulatedSearch.trial(next.instances(), next.stage(), status));
      step = search.next(List.copyOf(trials));
    }

    SearchResult answer = ((SearchStep.Conclusion) step).answer();
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.BRACKETED);
    assertThat(answer.fails()).isLessThanOrEqualTo((int) (answer.passes() * 1.1));
    assertThat((double) answer.passes()).isBetween(CAPACITY * 0.9, CAPACITY * 1.05);
    assertThat(
            trials.stream()
                .filter(
                    trial ->
                        trial.stage() == TrialStage.BRACKET || trial.stage() == TrialStage.BISECT))
        .hasSizeLessThanOrEqualTo(12);
  }
}
