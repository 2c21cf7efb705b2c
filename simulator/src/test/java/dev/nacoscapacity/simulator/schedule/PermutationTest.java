package dev.nacoscapacity.simulator.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationTest {

  @Property(seed = "1")
  void shouldGiveEveryActorOneTurnARound(
      @ForAll @IntRange(min = 1, max = 3000) int actors,
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 1_000_000) int round) {
    Permutation rota = new Permutation(actors, seed);
    BitSet turns = new BitSet(actors);
    for (int turn = 0; turn < actors; turn++) {
      turns.set(rota.actor((long) round * actors + turn));
    }

    assertThat(turns.cardinality()).isEqualTo(actors);
    assertThat(turns.length()).isEqualTo(actors);
  }

  @Property(seed = "1")
  void shouldKeepAnActorsPlaceInEachRound(
      @ForAll @IntRange(min = 1, max = 1_000_000) int actors,
      @ForAll long seed,
      @ForAll @IntRange(min = 0) int arrival) {
    Permutation rota = new Permutation(actors, seed);

    assertThat(rota.actor((long) arrival + actors)).isEqualTo(rota.actor(arrival));
  }

  @Test
  void shouldStayInRangeWhenActorsAreManyAndSlotsOld() {
    Permutation rota = new Permutation(Integer.MAX_VALUE, 3);

    assertThat(rota.actor(Long.MAX_VALUE)).isNotNegative();
  }

  /** Any 20 turns in a row lie evenly over the numbers: no two closer than a third of even. */
  @Test
  void shouldKeepConsecutiveActorsFarApart() {
    for (int actors : new int[] {1000, 7001, 35_000, 1_000_000}) {
      Permutation rota = new Permutation(actors, 42);
      int[] turns = new int[20];
      for (int turn = 0; turn < turns.length; turn++) {
        turns[turn] = rota.actor(turn);
      }
      for (int i = 0; i < turns.length; i++) {
        for (int j = 0; j < i; j++) {
          assertThat(Math.abs(turns[i] - turns[j])).isGreaterThan(actors / turns.length / 3);
        }
      }
    }
  }

  /** 35,000 instances of 400 services: instance i belongs to service i mod 400. */
  @Test
  void shouldKeepInstancesOfAServiceApart() {
    Permutation rota = new Permutation(35_000, 7);
    long[] lastTurn = new long[400];
    Arrays.fill(lastTurn, -1000);
    for (int turn = 0; turn < 35_000; turn++) {
      int service = rota.actor(turn) % 400;
      assertThat(turn - lastTurn[service]).isGreaterThanOrEqualTo(100);
      lastTurn[service] = turn;
    }
  }

  /** Health checks each 5 s, but not within 5 s of the same instance's list, each 10 s. */
  @ParameterizedTest
  @ValueSource(ints = {750, 1_000, 1_500, 2_830, 5_000, 8_000, 12_000, 35_000})
  void shouldSpreadTheCallsThatOneOperationSparesAnother(int actors) {
    double[] checks = turns(new Permutation(actors, 1), 5);
    double[] lists = turns(new Permutation(actors, 2, Permutation.Order.ROOT_OF_THREE), 10);
    int[] perSecond = new int[10];
    for (int actor = 0; actor < actors; actor++) {
      double sinceList = (checks[actor] - lists[actor] + 10) % 10;
      double due = sinceList >= 5 ? checks[actor] : checks[actor] + 5;
      perSecond[(int) due]++;
    }

    assertThat(Arrays.stream(perSecond).boxed())
        .allSatisfy(checked -> assertThat(checked).isCloseTo(actors / 10, withinPercentage(4)));
  }

  /** By actor: when its turn is, in a round of so many seconds. */
  private static double[] turns(Permutation rota, double round) {
    double[] turns = new double[rota.actors()];
    for (int arrival = 0; arrival < turns.length; arrival++) {
      turns[rota.actor(arrival)] = round * arrival / turns.length;
    }
    return turns;
  }

  @Test
  void shouldBeginElsewhereWhenSeedDiffers() {
    long differing = 0;
    for (long seed = 1; seed <= 100; seed++) {
      differing +=
          new Permutation(35_000, seed).actor(0) != new Permutation(35_000, 0).actor(0) ? 1 : 0;
    }

    assertThat(differing).isGreaterThan(95);
  }

  @Test
  void shouldWorkForOneActorAndRefuseNone() {
    assertThat(new Permutation(1, 5).actor(1_000_000)).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> new Permutation(0, 5));
  }
}
