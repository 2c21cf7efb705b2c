package dev.nacoscapacity.cluster.standin.registry;

import static dev.nacoscapacity.cluster.standin.registry.TestCluster.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceTableTest {

  private final Datum datum = new Service(ORDERS).heartbeat();

  /** What the datum should hold, in order. */
  private final Map<InstanceKey, InstanceState> model = new LinkedHashMap<>();

  private final Map<InstanceKey, Writes.Beat> beats = new HashMap<>();
  private Random random;

  @Test
  void shouldFindTheInstanceOfABeatInEachTableWhenItsPlacesDiffer() {
    Datum other = new Service(ORDERS).heartbeat();
    for (int port = 1; port <= 3; port++) {
      datum.put(TestCluster.instance(port), 0, true);
      other.put(TestCluster.instance(4 - port), 0, true);
    }
    Writes.Beat beat = beat(TestCluster.instance(1).key());

    for (long millis = 1; millis <= 3; millis++) {
      datum.beat(beat, millis);
      other.beat(beat, 10 * millis);
    }

    assertThat(datum.table().states())
        .extracting(InstanceState::lastBeat)
        .containsExactly(3L, 0L, 0L);
    assertThat(other.table().states())
        .extracting(InstanceState::lastBeat)
        .containsExactly(0L, 0L, 30L);
  }

  @Test
  void shouldForgetThePlaceOfAnInstanceThatWasRemoved() {
    datum.put(TestCluster.instance(1), 0, true);
    Writes.Beat beat = beat(TestCluster.instance(1).key());
    datum.beat(beat, 1);
    datum.remove(TestCluster.instance(1).key());
    assertThat(beat.placeIn(datum.table())).isNegative();

    datum.put(TestCluster.instance(2), 2, true);
    datum.put(TestCluster.instance(1), 3, true);
    datum.beat(beat, 9);

    assertThat(datum.table().states()).extracting(InstanceState::lastBeat).containsExactly(2L, 9L);
  }

  @Test
  void shouldCallSilentWhoHasNotBeatenForTheShortestTimeoutOfAny() {
    datum.put(TestCluster.instance(1), 0, true);
    datum.put(TestCluster.instance(2, Map.of("preserved.heart.beat.timeout", "3000")), 1_000, true);
    assertThat(silentAt(3_000)).isEmpty();
    assertThat(silentAt(3_001)).containsExactly(1);
    assertThat(silentAt(4_001)).containsExactly(1, 2);

    datum.beat(beat(TestCluster.instance(1).key()), 4_000);
    assertThat(silentAt(4_001)).containsExactly(2);
    datum.remove(TestCluster.instance(2).key());
    assertThat(silentAt(4_001)).isEmpty();
  }

  private List<Integer> silentAt(long now) {
    return datum.table().silent(now).stream().map(state -> state.spec().key().port()).toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldCountAndSumAsIfMadeAnewWhenItWasChangedAtRandom(long seed) {
    random = new Random(seed);
    for (int step = 0; step < 2_000; step++) {
      change();

      assertThat(datum.table().states())
          .as("step %d", step)
          .containsExactlyElementsOf(model.values());
      assertThat(datum.table().size()).isEqualTo(model.size());
      assertThat(datum.table().healthyCount())
          .isEqualTo((int) model.values().stream().filter(InstanceState::healthy).count());
      List<InstanceState> states = new ArrayList<>(model.values());
      assertThat(datum.table().checksum()).isEqualTo(InstanceTable.of(states).checksum());
      states.sort((a, b) -> a.spec().instanceId().compareTo(b.spec().instanceId()));
      assertThat(datum.table().checksum()).isEqualTo(InstanceTable.of(states).checksum());
    }
  }

  private void change() {
    InstanceSpec spec =
        TestCluster.instance(
            random.nextInt(60), random.nextBoolean() ? Map.of() : Map.of("a", "b", "c", "d"));
    boolean registered = datum.table().find(spec.key()) != null;
    assertThat(registered).isEqualTo(model.containsKey(spec.key()));
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> put(spec, random.nextLong(), random.nextInt(4) > 0);
      case 3, 4 -> {
        datum.remove(spec.key());
        model.remove(spec.key());
      }
      case 5 -> {
        if (registered) {
          boolean healthy = random.nextBoolean();
          datum.setHealthy(spec.key(), healthy);
          InstanceState before = model.get(spec.key());
          model.put(spec.key(), new InstanceState(before.spec(), before.lastBeat(), healthy));
        }
      }
      case 6 -> {
        InstanceState before = model.get(spec.key());
        long millis = random.nextLong();
        // The same beat each time, as the fleet on a model sends it: it remembers a place.
        assertThat(datum.beat(beats.computeIfAbsent(spec.key(), this::beat), millis))
            .isEqualTo(registered && !before.healthy());
        if (registered) {
          model.put(spec.key(), new InstanceState(before.spec(), millis, true));
        }
      }
      default -> datum.copy();
    }
  }

  private Writes.Beat beat(InstanceKey key) {
    return new Writes.Beat(ORDERS, key, null);
  }

  private void put(InstanceSpec spec, long beat, boolean healthy) {
    datum.put(spec, beat, healthy);
    model.put(spec.key(), new InstanceState(spec, beat, healthy));
  }
}
