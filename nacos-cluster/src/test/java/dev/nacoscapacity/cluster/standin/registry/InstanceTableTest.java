package dev.nacoscapacity.cluster.standin.registry;

import static dev.nacoscapacity.cluster.standin.registry.TestCluster.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceTableTest {

  private final Datum datum = new Service(ORDERS).heartbeat();

  /** What the datum should hold, in order. */
  private final Map<InstanceKey, InstanceState> model = new LinkedHashMap<>();

  private Random random;

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
        if (registered) {
          datum.beat(spec.key(), 7);
          InstanceState before = model.get(spec.key());
          model.put(spec.key(), new InstanceState(before.spec(), 7, true));
        }
      }
      default -> datum.copy();
    }
  }

  private void put(InstanceSpec spec, long beat, boolean healthy) {
    datum.put(spec, beat, healthy);
    model.put(spec.key(), new InstanceState(spec, beat, healthy));
  }
}
