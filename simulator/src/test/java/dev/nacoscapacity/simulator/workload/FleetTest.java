package dev.nacoscapacity.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.Workloads;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FleetTest {

  private static final Offset<Double> ROUNDING = Offset.offset(1.0);

  /** Of services that are more or less alike, as they are where instances follow from a number. */
  @Property(tries = 200, seed = "1")
  void shouldRankAShareOfEachServiceAndOfAllBelowIt(
      @ForAll @IntRange(min = 1, max = 400) int services,
      @ForAll @IntRange(min = 400, max = 5_000) int instances,
      @ForAll @DoubleRange(min = 0, max = 1) double share) {
    Fleet fleet = Workloads.fleet(instances, services);
    int[] below = new int[services];
    for (int i = 0; i < instances; i++) {
      below[fleet.serviceOf(i)] += fleet.rank(i) < share ? 1 : 0;
    }
    for (int service = 0; service < services; service++) {
      assertThat((double) below[service]).isCloseTo(share * fleet.sizeOf(service), ROUNDING);
    }
    Offset<Double> few = Offset.offset(4.0);
    assertThat(below(fleet, share, instances)).isCloseTo(share * instances, few);
    assertThat(below(fleet, share, services)).isCloseTo(share * services, few);
  }

  private static double below(Fleet fleet, double share, int instances) {
    return IntStream.range(0, instances).filter(i -> fleet.rank(i) < share).count();
  }

  @Property(tries = 50, seed = "1")
  void shouldRankAnInstanceAlikeInItsShard(
      @ForAll @IntRange(min = 1, max = 4) int shards,
      @ForAll @IntRange(min = 4, max = 40) int services,
      @ForAll @IntRange(min = 40, max = 400) int instances) {
    Fleet whole = Workloads.fleet(instances, services);
    Fleet shard = Workloads.fleet("run", instances, services, new Shard(shards, shards));
    for (int i = 0; i < shard.size(); i++) {
      int global = whole.instanceAt(shard.address(i), shard.port(i));
      assertThat(shard.rank(i)).isEqualTo(whole.rank(global)).isBetween(0.0, 1.0);
    }
  }

  @Test
  void shouldRankEveryInstanceBetweenZeroAndOne() {
    Fleet fleet = Workloads.fleet(100, 7);

    assertThat(below(fleet, 0, 100)).isZero();
    assertThat(below(fleet, 1, 100)).isEqualTo(100);
  }

  @Property(tries = 200, seed = "1")
  void shouldBeDisjointAndWholeWhenSharded(
      @ForAll @IntRange(min = 1, max = 5) int shards,
      @ForAll @IntRange(min = 5, max = 40) int services,
      @ForAll @IntRange(min = 40, max = 400) int instances) {
    Set<String> addresses = new HashSet<>();
    Set<String> names = new HashSet<>();
    int total = 0;
    for (int shard = 1; shard <= shards; shard++) {
      Fleet fleet = Workloads.fleet("run", instances, services, new Shard(shard, shards));
      total += fleet.size();
      for (int i = 0; i < fleet.size(); i++) {
        addresses.add(fleet.ip(i) + ":" + fleet.port(i));
        names.add(fleet.serviceName(fleet.serviceOf(i)));
      }
    }
    assertThat(total).isEqualTo(instances);
    assertThat(addresses).hasSize(instances);
    assertThat(names).hasSize(services);
  }

  @Property(tries = 200, seed = "1")
  void shouldFindEveryInstanceByItsAddressWhenItIsInTheShard(
      @ForAll @IntRange(min = 1, max = 4) int shards,
      @ForAll @IntRange(min = 4, max = 40) int services,
      @ForAll @IntRange(min = 40, max = 300_000) int instances) {
    Fleet shardFleet = Workloads.fleet("run", instances, services, new Shard(1, shards));
    for (int i = 0; i < shardFleet.size(); i += 97) {
      assertThat(shardFleet.instanceAt(shardFleet.address(i), shardFleet.port(i))).isEqualTo(i);
    }
    if (shards > 1) {
      Fleet other = Workloads.fleet("run", instances, services, new Shard(2, shards));
      assertThat(shardFleet.instanceAt(other.address(0), other.port(0))).isEqualTo(-1);
    }
  }

  @Property(tries = 200, seed = "1")
  void shouldKnowTheSizeOfEachService(
      @ForAll @IntRange(min = 1, max = 40) int services,
      @ForAll @IntRange(min = 40, max = 400) int instances) {
    Fleet fleet = Workloads.fleet(instances, services);
    int[] counts = new int[services];
    for (int i = 0; i < fleet.size(); i++) {
      counts[fleet.serviceOf(i)]++;
    }
    for (int service = 0; service < services; service++) {
      assertThat(fleet.sizeOf(service)).isEqualTo(counts[service]);
      int last = fleet.instanceOf(service, counts[service] - 1);
      assertThat(fleet.serviceOf(last)).isEqualTo(service);
    }
  }

  @Test
  void shouldStayInTheBenchmarkRangeWhenTheFleetIsLarge() {
    Fleet fleet = Workloads.fleet(1_000_000, 400);
    assertThat(fleet.ip(0)).isEqualTo("198.18.0.0");
    assertThat(fleet.ip(131_071)).isEqualTo("198.19.255.255");
    assertThat(fleet.ip(131_072)).isEqualTo("198.18.0.0");
    assertThat(fleet.port(131_072)).isEqualTo(8081);
  }

  @Test
  void shouldAcceptAShardThatHasAService() {
    assertThat(Workloads.fleet("run", 60_000, 4, Shard.parse("4/6")).size()).isEqualTo(15_000);
    assertThatThrownBy(() -> Workloads.fleet("run", 60_000, 4, Shard.parse("5/6")))
        .hasMessageContaining("services must be 5 (one for this shard)");
  }

  @Test
  void shouldRefuseWhenThereAreMoreServicesThanInstances() {
    assertThatThrownBy(() -> Workloads.fleet(10, 11))
        .hasMessageContaining("services must be 1 (one for this shard) to 10");
  }

  /** Of services from 1 to 40 instances in three classes. */
  private static Traffic uneven() {
    return new Traffic(
        "uneven",
        List.of(
            subscribing("few", Map.of(40, 2, 7, 1), 3.0, 30),
            subscribing("many", Map.of(7, 5, 3, 20), 2.5, 1),
            ServiceClass.plain("alone", Map.of(1, 60))));
  }

  private static ServiceClass subscribing(
      String name, Map<Integer, Integer> sizes, double subscribes, double popularity) {
    return new ServiceClass(name, new TreeMap<>(sizes), subscribes, popularity, 0, 1, null, null);
  }

  @Test
  void shouldHaveTheSizesAndClassesOfItsTraffic() {
    Fleet fleet = Workloads.fleet(uneven());

    assertThat(fleet.size()).isEqualTo(87 + 95 + 60);
    assertThat(fleet.services()).isEqualTo(3 + 25 + 60);
    Map<String, Integer> sizes = new TreeMap<>();
    for (int service = 0; service < fleet.services(); service++) {
      sizes.merge(fleet.classOf(service).name() + " " + fleet.sizeOf(service), 1, Integer::sum);
    }
    assertThat(sizes)
        .isEqualTo(Map.of("few 40", 2, "few 7", 1, "many 7", 5, "many 3", 20, "alone 1", 60));
  }

  @Property(tries = 40, seed = "1")
  void shouldKnowInstancesOfUnevenServicesOnlyInTheirShard(
      @ForAll @IntRange(min = 1, max = 7) int shards) {
    Set<String> addresses = new HashSet<>();
    for (int shard = 1; shard <= shards; shard++) {
      Fleet fleet = new Fleet(new Population(uneven(), "run", "public", new Shard(shard, shards)));
      Fleet other =
          new Fleet(
              new Population(uneven(), "run", "public", new Shard(shard % shards + 1, shards)));
      int counted = 0;
      for (int service = 0; service < fleet.services(); service++) {
        assertThat(fleet.instanceOf(service, 0)).isEqualTo(service);
        assertThat(fleet.serviceNamed(fleet.serviceName(service))).isEqualTo(service);
        for (int position = 0; position < fleet.sizeOf(service); position++, counted++) {
          int instance = fleet.instanceOf(service, position);
          assertThat(fleet.serviceOf(instance)).isEqualTo(service);
          assertThat(fleet.positionOf(instance)).isEqualTo(position);
          int address = fleet.address(instance);
          assertThat(fleet.instanceAt(address, fleet.port(instance))).isEqualTo(instance);
          if (shards > 1) {
            assertThat(other.instanceAt(address, fleet.port(instance))).isEqualTo(-1);
          }
          addresses.add(fleet.ip(instance));
        }
      }
      assertThat(counted).isEqualTo(fleet.size());
    }
    assertThat(addresses).hasSize(242);
    Fleet whole = Workloads.fleet(uneven());
    assertThat(whole.instanceAt(whole.address(241) + 1, whole.port(241))).isEqualTo(-1);
  }

  @Test
  void shouldSubscribeToServicesByTheirPopularity() {
    Fleet fleet = Workloads.fleet(uneven());
    Map<String, Integer> subscribers = new TreeMap<>();
    int subscriptions = 0;
    for (int instance = 0; instance < fleet.size(); instance++) {
      int of = fleet.subscriptions(instance, 1);
      Set<Integer> services = new HashSet<>();
      for (int which = 0; which < of; which++) {
        services.add(fleet.subscribed(instance, which, of));
      }
      assertThat(services).as("no service twice").hasSize(of);
      services.forEach(each -> subscribers.merge(fleet.classOf(each).name(), 1, Integer::sum));
      subscriptions += of;
    }

    // 3 by each of 87, 2.5 by each of 95, 1 by each of 60; 90 of 115 parts are the few's.
    assertThat((double) subscriptions).isCloseTo(87 * 3 + 95 * 2.5 + 60, Offset.offset(12.0));
    assertThat(subscribers.get("few") / (double) subscriptions)
        .isCloseTo(90 / 115.0, Offset.offset(0.03));
    assertThat(subscribers).doesNotContainKey("alone");
  }

  @Test
  void shouldSubscribeToItsOwnServiceFirstWhenNoneIsPopular() {
    Fleet fleet = Workloads.fleet(20, 4);

    assertThat(fleet.subscriptions(7, 2)).isEqualTo(2);
    assertThat(fleet.subscribed(7, 0, 2)).isEqualTo(3);
    assertThat(fleet.subscribed(7, 1, 2)).isZero();
    assertThat(fleet.subscriptions(7, 9)).as("no more than there are").isEqualTo(4);
  }

  @Test
  void shouldHaveSlowClientsOverBothProtocols() {
    Fleet fleet = Workloads.slowFleet(1000, 50, 0.1, 2);

    for (boolean lower : new boolean[] {false, true}) {
      assertThat(
              IntStream.range(0, 1000)
                  .filter(i -> fleet.rank(i) < 0.5 == lower)
                  .filter(i -> fleet.readingDelay(i) == 2_000_000_000L)
                  .count())
          .isBetween(40L, 60L);
    }
    assertThat(Workloads.fleet(10, 1).readingDelay(0)).isZero();
  }
}
