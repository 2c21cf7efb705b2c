package dev.nacoscapacity.simulator.study.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class SizeSearchTest {

  private static final List<Long> HEAPS = List.of(1024L, 8192L);

  private final List<String> trials = new ArrayList<>();
  private Status otherwise = Status.FAIL;
  private double skew = 1;
  private IntFunction<Demand> demands = Fixtures::demand;

  private SizeAnswer search(int instances, Grid grid, Predicate<ClusterSize> passes) {
    SizeSearch.Runs runs =
        new SizeSearch.Runs() {
          @Override
          public Demand count(int nodes) {
            return demands.apply(nodes);
          }

          @Override
          public ClusterTrial run(ClusterTrial.Stage stage, ClusterSize alive, int dead, int load) {
            trials.add(stage.word() + " " + alive.name() + " " + load);
            boolean pass = stage == ClusterTrial.Stage.ASKED && passes.test(alive);
            Status status = pass ? Status.PASS : otherwise;
            double mean = load / 1e3 / alive.referenceCores();
            return Fixtures.trial(stage, alive, dead, load, status, skew * mean, mean);
          }
        };
    return new SizeSearch(Fixtures.question(instances, grid), runs).answer();
  }

  private static Grid grow(int survive, Integer... nodes) {
    return new Grid(List.of(nodes), List.of(4), true, HEAPS, 1, survive);
  }

  private static Grid kinds(Integer... nodes) {
    return new Grid(List.of(nodes), Grid.CORES, false, HEAPS, 1, 0);
  }

  @Test
  void shouldTryOnlyTheSmallestNumberOfNodesOfWhichAThirdOfTheCapacityIsEnough() {
    // A core for 1,000 instances and 0.1 a node: 3 x 4 break at 11,100, 4 x 4 at 14,800.
    SizeAnswer answer = search(3_730, grow(0, 3, 4, 5), size -> true);

    assertThat(trials).hasSize(2).first().isEqualTo("asked 4x4-1g 3730");
    assertThat(answer.best().orElseThrow().size().nodes()).isEqualTo(4);
    assertThat(answer.tooSmall()).isEmpty();
  }

  @Test
  void shouldStepUpWhenTheRunFailsAllTheSame() {
    SizeAnswer answer = search(3_730, grow(0, 3, 4, 5), size -> size.nodes() > 4);

    assertThat(trials.subList(0, 2)).containsExactly("asked 4x4-1g 3730", "asked 5x4-1g 3730");
    assertThat(answer.best().orElseThrow().size().nodes()).isEqualTo(5);
  }

  @Test
  void shouldStepUpUntilTheBusiestNodeHasAMarginWhereNodesAreMany() {
    skew = 1.35;

    SizeAnswer answer = search(21_300, grow(0, 20, 21, 22, 23, 24), size -> true);

    assertThat(trials).filteredOn(run -> run.startsWith("asked")).hasSize(5);
    assertThat(answer.best().orElseThrow().size().nodes()).isEqualTo(24);
  }

  @Test
  void shouldGiveUpAKindThatFailsThoughItHasTheProcessors() {
    SizeAnswer answer = search(1_000, kinds(5), size -> false);

    assertThat(trials)
        .containsExactly("asked 5x1-1g 1000", "asked 5x2-1g 1000", "asked 5x4-1g 1000");
    assertThat(answer.tooSmall().get(0).trial().orElseThrow().nodes().cores()).isEqualTo(4);
    assertThat(answer.beyond()).isEqualTo(answer.tooSmall().get(0).trial());
  }

  @Test
  void shouldTryTheSurvivorsWhenSomeAreToDie() {
    SizeAnswer answer = search(3_730, grow(1, 3, 4, 5), size -> true);

    assertThat(trials).first().isEqualTo("asked 4x4-1g 3730");
    SizedCluster best = answer.best().orElseThrow();
    assertThat(best.size().nodes()).isEqualTo(5);
    assertThat(best.trial().nodes().dead()).isEqualTo(1);
    assertThat(best.cpuWhole()).isLessThan(0.55);
  }

  @Test
  void shouldStepUpUntilTheBusiestNodeHasAMarginToo() {
    skew = 1.35;

    SizedCluster best = search(3_600, grow(0, 3, 4, 5), size -> true).best().orElseThrow();

    // Evenly loaded, 3 x 4 break at 11,100; with this skew at 8,140, and 4 x 4 at 10,860.
    assertThat(best.size().nodes()).isEqualTo(4);
    assertThat(best.cpuWhole()).isCloseTo(1.35 * 0.225, within(0.001));
    assertThat(best.breaksAt()).isBetween(10_500, 10_900);

    skew = 1.5;

    assertThat(search(3_600, grow(0, 3, 4, 5), size -> true).best().orElseThrow().size().nodes())
        .isEqualTo(5);
  }

  @Test
  void shouldEndWhereARunSaysNothing() {
    otherwise = Status.INCONCLUSIVE;

    assertThatThrownBy(() -> search(10_000, grow(0, 4), size -> false))
        .isInstanceOf(RecordException.class)
        .hasMessageStartingWith(
            "no answer: the run on 4 nodes of 4 cores, heap 1g is inconclusive");
  }

  @Test
  void shouldFindNoneWhereTheLargestPassesButAThirdOfItIsTooLittle() {
    skew = 1.1;

    SizeAnswer answer = search(10_000, grow(0, 3), size -> true);

    assertThat(answer.best()).isEmpty();
    assertThat(answer.beyond().orElseThrow().passed()).isTrue();
    assertThat(new SizeReport(Fixtures.question(10_000, grow(0, 3)), answer).sentence().arguments())
        .containsEntry("breaksAt", 10_000L)
        .doesNotContainKey("why");
  }

  /** More nodes can mean more work: each copies to all others. */
  @Test
  void shouldCallNoLoadSafeWithADeadNodeThatTheWholeClusterDoesNotHold() {
    demands =
        nodes ->
            new Demand(
                nodes,
                Fixtures.COSTS,
                Map.of(),
                Map.of(Cost.BEAT, (nodes == 3 ? 2 : 1) / Fixtures.COSTS.number(Cost.BEAT)),
                0.3,
                Fixtures.KEPT,
                1);

    SizedCluster best = search(1_800, grow(0, 3), size -> true).best().orElseThrow();

    assertThat(best.breaksAt()).isBetween(5_500, 5_700);
    assertThat(best.safe()).isEqualTo(best.planned());
  }

  @Test
  void shouldOverloadAHeapToo() {
    // 300 MB and 1 kB for each of them: 468 MB are left for 479,000.
    Grid grid = new Grid(List.of(9), List.of(256), true, List.of(768L), 1, 0);

    SizeAnswer answer = search(150_000, grid, size -> true);

    assertThat(answer.beyond().orElseThrow().result().instances())
        .isGreaterThan((int) (1.09 * answer.best().orElseThrow().breaksAt()))
        .isLessThan(800_000);
  }

  @Test
  void shouldNotOverloadALargeClusterWithMoreThanFiveTimesTheLoad() {
    assertThat(search(1_000, grow(0, 9), size -> true).beyond().orElseThrow().result().instances())
        .isEqualTo(5_000);
  }

  @Test
  void shouldGiveEachNumberOfNodesItsSmallestNodeAndPreferTheFewestCores() {
    SizeAnswer answer = search(3_730, kinds(3, 5, 7), size -> true);

    assertThat(answer.clusters().stream().map(each -> each.size().name()))
        .containsExactly("3x8-1g", "5x4-1g", "7x2-1g");
    assertThat(answer.best().orElseThrow().size().name()).isEqualTo("7x2-1g");
  }

  @Test
  void shouldLoadTheBestWithMoreThanItCanHoldAndSayWhatIsLeft() {
    SizedCluster best = search(3_730, grow(0, 4), size -> true).best().orElseThrow();

    assertThat(best.breaksAt()).isBetween(14_600, 14_900);
    assertThat(best.planned()).isBetween(4_860, 4_970);
    assertThat(best.safe()).isBetween(3_630, 3_710);
    String beyond = trials.get(trials.size() - 1);
    assertThat(beyond).startsWith("beyond 4x4-1g ");
    assertThat(Integer.parseInt(beyond.substring(beyond.lastIndexOf(' ') + 1)))
        .isBetween(16_050, 16_400);
  }

  @Test
  void shouldTryTheLargestWhenNothingPasses() {
    SizeAnswer answer = search(100_000, grow(0, 3, 5), size -> false);

    assertThat(answer.best()).isEmpty();
    assertThat(trials).containsExactly("asked 5x4-1g 100000");
    assertThat(answer.tooSmall().get(0).breaksAt()).isBetween(18_000, 19_000);
  }

  @Test
  void shouldTakeTheSmallestHeapThatIsNotHalfFull() {
    // 300 MB and 1 kB for each of them: 378 and 388 MB, and half of 768 MB are 384.
    Grid grid = new Grid(List.of(9), List.of(256), true, List.of(768L, 8192L), 1, 0);

    assertThat(search(80_000, grid, size -> true).best().orElseThrow().size().heap())
        .isEqualTo("768m");
    assertThat(search(90_000, grid, size -> true).best().orElseThrow().size().heap())
        .isEqualTo("8g");
  }
}
