package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.preflight.OfferedRates;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LoadFiguresTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final TargetShape ELSEWHERE = new TargetShape(5, false, true, false, true);
  private static final TargetShape HERE = new TargetShape(5, true, true, false, true);

  private static Workload settings(
      int instances, Shard shard, OptionalInt connections, int subscribe, int threads) {
    return new Workload(
        new Population(instances, 40, "capacity-x", "capacity", shard),
        new HttpClients(connections, subscribe, SECOND),
        Workloads.EVERY_SECOND.withRamp(SECOND).withRegistrationGrace(SECOND),
        threads,
        1);
  }

  private static LoadFigures figures(int instances, Shard shard) {
    return new LoadFigures(settings(instances, shard, OptionalInt.empty(), 0, 1));
  }

  private static int http(Workload workload, TargetShape target) {
    return new LoadFigures(workload).need(target).connections().http();
  }

  /** The periods as they were asked for: 1,000 beats and 500 lists a second, and 20 long polls. */
  @Test
  void shouldNeedWhatItOffers() {
    Workload usual = settings(1_000, Shard.WHOLE, OptionalInt.of(20), 0, 1);
    Duration slower = SECOND.multipliedBy(2);
    Workload settings = usual.withTiming(usual.timing().withList(slower).withListen(slower));

    assertThat(new LoadFigures(settings).need(ELSEWHERE).callsPerSecond()).isEqualTo(1_520);
    assertThat(new LoadFigures(settings).offered().callsPerSecond()).isEqualTo(1_520);
  }

  @Test
  void shouldOfferPublicationsAndTheirReads() {
    OfferedRates offered =
        OfferedRates.of(
                100,
                10,
                SECOND.multipliedBy(5),
                SECOND.multipliedBy(10),
                SECOND.multipliedBy(30),
                9)
            .publishing(0.5, 4);

    assertThat(offered.callsPerSecond()).isEqualTo(20 + 10 + 10 / 30.0 + 0.5 + 2);
    assertThat(offered)
        .asString()
        .contains("20 beats/s", "0.5 publishes/s", "2.0 config reads/s", "9 registrations/s");
  }

  /**
   * A second of ramp, 2 s of warm-up, a second of measurement, 2 s for 200 reads, a second to
   * deregister, a second of grace, and 2 s for the reads after it.
   */
  @Test
  void shouldTellHowLongTheRunTakes() {
    Workload usual = settings(1_000, Shard.WHOLE, OptionalInt.of(20), 0, 1);
    Workload settings =
        usual.withTiming(usual.timing().withWarmUp(SECOND.multipliedBy(2)).withDuration(SECOND));
    RunTime time = new LoadFigures(settings).time(5);

    assertThat(time.about()).isEqualTo(Duration.ofSeconds(10));
    assertThat(time.atMost().minus(time.about())).isEqualTo(Duration.ofSeconds(170));
  }

  /** The registry gets all of the fleet, this machine has one shard of it to carry. */
  @Test
  void shouldNeedOnlyItsOwnShard() {
    Workload half = settings(1_000, new Shard(1, 2), OptionalInt.of(20), 0, 1);

    assertThat(new LoadFigures(half).need(ELSEWHERE).callsPerSecond())
        .isEqualTo(new LoadFigures(half).offered().callsPerSecond() / 2);
  }

  @Property(seed = "1")
  void shouldAddUpWhenItIsSplit(
      @ForAll @IntRange(min = 40, max = 5_000) int instances,
      @ForAll @IntRange(min = 1, max = 3) int shards,
      @ForAll @IntRange(min = 1, max = 10) int processes,
      @ForAll @IntRange(min = 100, max = 20_000) int connections,
      @ForAll @IntRange(max = 40) int subscribe) {
    Workload whole =
        settings(instances, new Shard(shards, shards), OptionalInt.of(connections), subscribe, 4);

    List<Workload> parts = whole.split(processes);

    assertThat(parts).hasSize(processes);
    assertThat(parts.stream().mapToInt(Workload::instances).sum()).isEqualTo(whole.instances());
    assertThat(parts.stream().mapToInt(Workload::services).sum()).isEqualTo(whole.services());
    assertThat(parts.stream().mapToInt(part -> part.connections().orElseThrow()).sum())
        .isEqualTo(connections);
    assertThat(parts.stream().mapToInt(part -> part.clients().pushSubscribers()).sum())
        .isEqualTo(subscribe);
    assertThat(parts).allSatisfy(part -> assertThat(part.threads()).isPositive());
    assertThat(parts.stream().filter(part -> !part.timing().scrape().isZero())).hasSize(1);
  }

  /** 700 over HTTP that list each 10 s, and 300 over gRPC that subscribe. */
  @Test
  void shouldOfferTheCallsOfBothProtocols() {
    Clients mixed =
        new MixedClients(
            0.3, HttpClients.DEFAULT_CALL_TIMEOUT, Workloads.grpc(ClientModel.JAVA_2X, 1, false));
    Workload both = Workloads.of(1_000, 100, mixed);

    assertThat(new LoadFigures(both).offered().beats()).isEqualTo(200);
    assertThat(new LoadFigures(both).offered().lists()).isEqualTo(70);
    // 70 long polls each 30 s, and 30 batch listens each 3 minutes.
    assertThat(new LoadFigures(both).offered().listens()).isEqualTo(70 / 30.0 + 30 / 180.0);
    assertThat(new LoadFigures(both).need(ELSEWHERE).connections().sockets())
        .isEqualTo(http(both, ELSEWHERE) + 70 + 330);
  }

  private static Workload atRealRates(OptionalInt connections, Phase phase) {
    return settings(5_000, Shard.WHOLE, connections, 0, 2)
        .withTiming(Timing.USUAL.withPhase(phase));
  }

  @Test
  void shouldNeedConnectionsForCallsOfOneSecond() {
    // 1,000 beats/s and 500 lists/s, and a read of each of 40 services on 5 nodes.
    assertThat(http(atRealRates(OptionalInt.empty(), Phase.SPREAD), ELSEWHERE))
        .isEqualTo(1_500 + 200);
    assertThat(http(atRealRates(OptionalInt.empty(), Phase.SPREAD), HERE)).isEqualTo(150 + 100);
    assertThat(http(atRealRates(OptionalInt.empty(), Phase.BURST), HERE)).isEqualTo(10_000 + 100);
    assertThat(
            new LoadFigures(atRealRates(OptionalInt.of(100), Phase.SPREAD))
                .need(ELSEWHERE)
                .connections()
                .http())
        .isEqualTo(100 + 200);
  }

  @Test
  void shouldAllowWhateverTheProcessMayOpenUnlessConnectionsAreGiven() {
    Workload elastic = atRealRates(OptionalInt.empty(), Phase.SPREAD);
    assertThat(new ConnectionPlan(elastic, 5, false).bounds(9_533))
        .isEqualTo(new ConnectionPlan.Bounds(466, 2_336))
        .satisfies(bounds -> assertThat(bounds.perLoop(5)).isEqualTo((9_533 - 200) / 2));
    assertThat(new ConnectionPlan(elastic, 5, false).bounds(1))
        .isEqualTo(new ConnectionPlan.Bounds(1, 0));
    assertThat(
            new ConnectionPlan(atRealRates(OptionalInt.of(100), Phase.SPREAD), 5, false)
                .bounds(9_533))
        .isEqualTo(new ConnectionPlan.Bounds(10, 0));
  }

  @Test
  void shouldSweepWithATenthOfTheLoad() {
    assertThat(new LoadFigures(atRealRates(OptionalInt.empty(), Phase.SPREAD)).sweepsPerSecond())
        .isEqualTo(200);
    // 2,500 beats/s and as many lists/s; then twenty times as many.
    assertThat(figures(2_500, Shard.WHOLE).sweepsPerSecond()).isEqualTo(500);
    assertThat(figures(50_000, Shard.WHOLE).sweepsPerSecond()).isEqualTo(1_000);
  }

  @Test
  void shouldSweepAtTheEndNoFasterThanItListed() {
    assertThat(figures(2_500, Shard.WHOLE).lastSweepPerSecond()).isEqualTo(500);
    assertThat(figures(100, Shard.WHOLE).lastSweepPerSecond()).isEqualTo(100);
    assertThat(figures(40, Shard.WHOLE).lastSweepPerSecond()).isEqualTo(50);
    assertThat(figures(40, new Shard(1, 4)).lastSweepPerSecond()).isEqualTo(12);
  }

  /** All shards together read as one process would. */
  @Test
  void shouldShareTheRateOfReadsAmongShards() {
    Shard quarter = new Shard(1, 4);

    assertThat(figures(100, quarter).sweepsPerSecond()).isEqualTo(50);
    assertThat(figures(10_000, quarter).sweepsPerSecond()).isEqualTo(250);
    assertThat(figures(400_000, quarter).sweepsPerSecond()).isEqualTo(250);
    assertThat(figures(40, new Shard(1, 40)).loops(5, false).reads().perSecond()).isEqualTo(5);
  }

  /** What a run was let start with, each event loop gets. */
  @Test
  void shouldBoundConnectionsAndReadsOfEachLoop() {
    Workload usual = atRealRates(OptionalInt.empty(), Phase.SPREAD);
    int needed = http(usual, HERE);

    assertThat(new ConnectionPlan(usual, 5, true).bounds(needed).perLoop(5)).isEqualTo(150 / 2);
    assertThat(new LoadFigures(usual).loops(5, true).reads().atOnce()).isEqualTo(100 / 10);
    assertThat(new LoadFigures(usual).loops(5, false).reads().atOnce()).isEqualTo(200 / 10);
  }

  @Test
  void shouldStayUnboundedWhenItIsSplit() {
    assertThat(settings(100, Shard.WHOLE, OptionalInt.empty(), 0, 1).split(3))
        .allSatisfy(part -> assertThat(part.connections()).isEmpty());
  }

  @Property(seed = "1")
  void shouldKeepOneConnectionPerClient(
      @ForAll @IntRange(min = 40, max = 5_000) int instances,
      @ForAll @IntRange(min = 1, max = 10) int processes) {
    assertThat(settings(instances, Shard.WHOLE, OptionalInt.of(instances), 0, 1).split(processes))
        .allSatisfy(part -> assertThat(part.connections()).hasValue(part.instances()));
  }
}
