package dev.nacoscapacity.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ServiceSizesTest {

  private static Traffic of(Map<Integer, Integer> few, Map<Integer, Integer> many) {
    return new Traffic(
        "test", List.of(ServiceClass.plain("few", few), ServiceClass.plain("many", many)));
  }

  @Property(tries = 300, seed = "1")
  void shouldDistributeAllInstancesWhateverTheTail(
      @ForAll @IntRange(min = 1, max = 300) int services,
      @ForAll @IntRange(min = 300, max = 20_000) int instances,
      @ForAll @DoubleRange(min = 0, max = 10) double tail) {
    ServiceClass all =
        ServiceClass.plain("all", ServiceSizes.heavyTailed(services, instances, tail));

    assertThat(all.services()).isEqualTo(services);
    assertThat(all.instances()).isEqualTo(instances);
    assertThat(all.smallest()).isPositive();
  }

  @Test
  void shouldMakeServicesEqualWithoutATail() {
    assertThat(ServiceSizes.heavyTailed(30, 1_000, 0)).isEqualTo(Map.of(34, 10, 33, 20));
    assertThat(Traffic.even(1_000, 30).classes().get(0).sizes()).isEqualTo(Map.of(34, 10, 33, 20));
  }

  @Test
  void shouldHalveTheSecondLargestWithATailOfOne() {
    TreeMap<Integer, Integer> sizes = new TreeMap<>(ServiceSizes.heavyTailed(100, 10_000, 1));

    int largest = sizes.lastKey();
    assertThat((double) largest).isCloseTo(1 + 9_900 / 5.187, Offset.offset(1.0));
    assertThat((double) sizes.lowerKey(largest)).isCloseTo(largest / 2.0, Offset.offset(1.5));
  }

  @Property(tries = 300, seed = "1")
  void shouldHaveAsManyInstancesAsItIsScaledTo(
      @ForAll @IntRange(min = 1, max = 9) int large,
      @ForAll @IntRange(min = 1, max = 400) int small,
      @ForAll @IntRange(min = 2, max = 50_000) int instances) {
    Traffic traffic = of(Map.of(90, large, 12, 2 * large), Map.of(1, small, 3, 5));

    Traffic scaled = ServiceSizes.scaled(traffic, instances);

    assertThat(scaled.instances()).isEqualTo(instances);
    assertThat(scaled.classes()).allSatisfy(each -> assertThat(each.smallest()).isPositive());
  }

  @Test
  void shouldDoubleTheServicesWhenItIsDoubled() {
    Traffic traffic = of(Map.of(90, 2, 12, 4), Map.of(1, 100, 3, 5));

    Traffic doubled = ServiceSizes.scaled(traffic, 2 * traffic.instances());

    assertThat(doubled).isEqualTo(of(Map.of(90, 4, 12, 8), Map.of(1, 200, 3, 10)));
    assertThat(ServiceSizes.scaled(traffic, traffic.instances())).isSameAs(traffic);
  }
}
