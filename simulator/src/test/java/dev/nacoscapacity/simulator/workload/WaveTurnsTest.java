package dev.nacoscapacity.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.simulator.Workloads;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WaveTurnsTest {

  private static final double UNBOUNDED = 2000;

  private static final List<ServiceClass> CLASSES =
      List.of(
          ServiceClass.plain("business", Map.of(10, 30, 2, 50)),
          ServiceClass.plain("jobs", Map.of(1, 100)));

  private static Traffic traffic(Wave... waves) {
    return new Traffic("test", CLASSES, null, null, List.of(waves));
  }

  private static Fleet whole(Traffic traffic) {
    return Workloads.fleet(traffic);
  }

  private static int[] members(WaveTurns wave, Fleet fleet) {
    return IntStream.range(0, fleet.size()).filter(i -> wave.takes(fleet, i)).toArray();
  }

  @Test
  void shouldTakeAShareOfEachServiceOfItsClasses() {
    Traffic traffic = traffic(Workloads.deploy(20, 0.5, 600, 30, "business"));
    Fleet fleet = whole(traffic);
    WaveTurns wave = WaveTurns.of(traffic, UNBOUNDED).get(0);

    int[] ofService = new int[fleet.services()];
    Arrays.stream(members(wave, fleet)).forEach(i -> ofService[fleet.serviceOf(i)]++);

    for (int service = 0; service < fleet.services(); service++) {
      boolean business = fleet.classOf(service).name().equals("business");
      assertThat(ofService[service])
          .as(fleet.serviceName(service))
          .isEqualTo(business ? fleet.sizeOf(service) / 2 : 0);
    }
  }

  @Test
  void shouldBeginOneAfterTheOtherAtItsRate() {
    Traffic traffic = traffic(Workloads.deploy(20, 1, 600, 30, "business"));
    Fleet fleet = whole(traffic);
    WaveTurns wave = WaveTurns.of(traffic, UNBOUNDED).get(0);

    long[] turns =
        Arrays.stream(members(wave, fleet)).mapToLong(i -> wave.turn(fleet, i)).sorted().toArray();

    assertThat(turns).hasSize(400);
    assertThat(wave.endSeconds()).isEqualTo(20 + 40 + 30);
    for (int i = 0; i < turns.length; i++) {
      assertThat(turns[i] / 1e9).isCloseTo(20 + i / 10.0, Offset.offset(1.5));
    }
  }

  @Test
  void shouldTakeClientsOfBothProtocolsAlike() {
    Traffic traffic = traffic(Workloads.deploy(20, 0.5, 600, 30, "business"));
    Fleet fleet = whole(traffic);
    int[] members = members(WaveTurns.of(traffic, UNBOUNDED).get(0), fleet);

    long grpc = Arrays.stream(members).filter(i -> fleet.rank(i) < 0.5).count();

    assertThat(grpc / (double) members.length).isCloseTo(0.5, Offset.offset(0.05));
  }

  @Test
  void shouldBeginNoFasterThanTheFleetAllows() {
    assertThat(
            WaveTurns.of(traffic(Workloads.deploy(20, 1, 600_000, 30, "business")), 100)
                .get(0)
                .endSeconds())
        .isEqualTo(20 + 4 + 30);
  }

  @Test
  void shouldScaleFromTheCurrentShare() {
    Traffic traffic =
        traffic(Workloads.scale(10, 0.5), Workloads.scale(60, 0.2), Workloads.scale(90, 1));
    Fleet fleet = whole(traffic);
    List<WaveTurns> waves = WaveTurns.of(traffic, UNBOUNDED);
    int[] first = members(waves.get(0), fleet);
    int[] second = members(waves.get(1), fleet);
    int[] third = members(waves.get(2), fleet);

    assertThat(first.length).isCloseTo(250, Offset.offset(5));
    assertThat(second.length).isCloseTo(150, Offset.offset(15));
    assertThat(first).doesNotContain(second);
    assertThat(third).hasSize(first.length + second.length).contains(first).contains(second);
    assertThat(waves.get(1).leaves(fleet, second[0])).isTrue();
    assertThat(waves.get(2).leaves(fleet, third[0])).isFalse();
  }

  @Test
  void shouldTakeAShareOfThePresentInstances() {
    Wave later = Workloads.crash(90, 0.5, 30);
    Traffic traffic = traffic(Workloads.scale(10, 0.5), later);
    Fleet fleet = whole(traffic);
    List<WaveTurns> waves = WaveTurns.of(traffic, UNBOUNDED);

    int[] crashed = members(waves.get(1), fleet);

    assertThat(crashed.length).isCloseTo(125, Offset.offset(10));
    assertThat(members(waves.get(0), fleet)).doesNotContain(crashed);
  }

  @Test
  void shouldBeTheSameInEachShard() {
    Traffic traffic = traffic(Workloads.deploy(20, 0.3, 600, 30, "business"));
    Fleet fleet = whole(traffic);
    WaveTurns wave = WaveTurns.of(traffic, UNBOUNDED).get(0);
    Set<String> whole = new HashSet<>();
    Arrays.stream(members(wave, fleet)).forEach(i -> whole.add(turn(wave, fleet, i)));

    Set<String> parts = new HashSet<>();
    for (int shard = 1; shard <= 3; shard++) {
      Fleet part = new Fleet(new Population(traffic, "run", "public", new Shard(shard, 3)));
      Arrays.stream(members(wave, part)).forEach(i -> parts.add(turn(wave, part, i)));
    }

    assertThat(parts).isEqualTo(whole);
  }

  private static String turn(WaveTurns wave, Fleet fleet, int instance) {
    return fleet.ip(instance) + " " + wave.turn(fleet, instance);
  }

  @Test
  void shouldClashWhenOneScalesDuringAnother() {
    List<WaveTurns> waves =
        WaveTurns.of(
            traffic(
                Workloads.deploy(20, 1, 600, 30, "business"),
                Workloads.deploy(20, 1, 600, 30, "business"),
                Workloads.scale(89, 0.5),
                Workloads.scale(90, 1)),
            UNBOUNDED);

    assertThat(waves.get(0).clashes(waves.get(1))).isFalse();
    assertThat(waves.get(0).clashes(waves.get(2))).isTrue();
    assertThat(waves.get(0).clashes(waves.get(3))).isFalse();
  }
}
