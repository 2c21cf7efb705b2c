package dev.nacoscapacity.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunStatsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> NODES = List.of("node1", "node2");

  private static RunStats stats() {
    return new RunStats(NODES);
  }

  private static RunStats calls(long ok, long failed, long inFlight, long unservedMs) {
    RunStats stats = stats();
    OperationStats beats = stats.of(Operation.BEAT);
    beats.add(OperationCount.REQUIRED, ok + failed);
    beats.add(OperationCount.OK, ok);
    if (failed > 0) {
      beats.fail("timed out", failed);
    }
    beats.set(OperationCount.IN_FLIGHT, inFlight);
    beats.set(OperationCount.LONGEST_UNSERVED_MS, unservedMs);
    for (int i = 0; i < ok; i++) {
      beats.record(LatencyPart.LATENCY, 5_000_000);
    }
    return stats;
  }

  private static RegistryStats listed(Long present, long missing, long drops) {
    RegistryStats listed = new RegistryStats();
    listed.set(RegistryCount.EXPECTED, 100L);
    if (present != null) {
      listed.set(RegistryCount.PRESENT, present);
      listed.set(RegistryCount.HEALTHY, present);
    }
    listed.set(RegistryCount.MISSING, missing);
    listed.set(RegistryCount.DROPS, drops);
    return listed;
  }

  @Test
  void shouldAddUpWhatPartsOfAFleetCountedAtTheSameTime() {
    RunStats sum = RunStats.sum(List.of(calls(3, 1, 7, 900), calls(5, 0, 2, 4_000)));

    OperationStats beats = sum.of(Operation.BEAT);
    assertThat(beats.ended()).isEqualTo(9);
    assertThat(beats.failures()).isEqualTo(Map.of("timed out", 1L));
    assertThat(beats.count(OperationCount.IN_FLIGHT)).isEqualTo(9);
    assertThat(beats.count(OperationCount.LONGEST_UNSERVED_MS)).isEqualTo(4_000);
    assertThat(beats.histogram(LatencyPart.LATENCY).getTotalCount()).isEqualTo(8);
  }

  @Test
  void shouldKeepTheStatesOfTheLastSecondWhenSecondsFollowEachOther() {
    RunStats both = calls(3, 1, 7, 4_000);
    both.append(calls(5, 0, 2, 0));

    OperationStats beats = both.of(Operation.BEAT);
    assertThat(beats.ended()).isEqualTo(9);
    assertThat(beats.count(OperationCount.IN_FLIGHT)).isEqualTo(2);
    assertThat(beats.count(OperationCount.LONGEST_UNSERVED_MS)).isZero();
  }

  private static RunStats wave(long departures, long unfinished, long firstMs) {
    RunStats stats = new RunStats(List.of());
    stats.wave(0).set(WaveCount.INSTANCES, 10L);
    stats.wave(0).set(WaveCount.LEFT, departures);
    stats.wave(0).set(WaveCount.UNFINISHED, unfinished);
    stats.wave(0).set(WaveCount.FIRST_MS, firstMs);
    return stats;
  }

  @Test
  void shouldAddUpWavesOfPartsOfAFleetAndOfSeconds() {
    WaveStats sum = RunStats.sum(List.of(wave(3, 7, 900), wave(5, 5, 800))).wave(0);
    RunStats seconds = wave(3, 7, 900);
    seconds.append(wave(5, 2, 1_800));

    assertThat(counts(sum)).containsExactly(20L, 8L, 12L, 800L);
    assertThat(counts(seconds.wave(0))).containsExactly(10L, 8L, 2L, 900L);
  }

  /** Instances, departures, those on their way, and when the first left. */
  private static List<Long> counts(WaveStats wave) {
    return Stream.of(WaveCount.INSTANCES, WaveCount.LEFT, WaveCount.UNFINISHED, WaveCount.FIRST_MS)
        .map(wave::count)
        .toList();
  }

  @Test
  void shouldAddUpWhatANodeListsOfPartsOfAFleet() {
    RegistryStats sum = listed(99L, 1, 2);
    sum.add(listed(97L, 3, 0));

    assertThat(sum.count(RegistryCount.EXPECTED)).isEqualTo(200);
    assertThat(sum.count(RegistryCount.PRESENT)).isEqualTo(196);
    assertThat(sum.count(RegistryCount.MISSING)).isEqualTo(4);
    assertThat(sum.count(RegistryCount.DROPS)).isEqualTo(2);
  }

  /** Unknown is never 0. */
  @Test
  void shouldNotKnowHowManyAreListedWhenOnePartIsUnknown() {
    RegistryStats sum = listed(99L, 1, 0);
    sum.add(listed(null, 3, 0));

    assertThat(sum.get(RegistryCount.PRESENT)).isEmpty();
    assertThat(sum.get(RegistryCount.HEALTHY)).isEmpty();
    assertThat(sum.count(RegistryCount.MISSING)).isEqualTo(4);
  }

  @Test
  void shouldKeepTheWorstThatANodeListedWhenSecondsFollowEachOther() {
    RegistryStats worst = listed(99L, 1, 2);
    worst.append(listed(null, 3, 1));
    worst.append(listed(95L, 0, 0));

    assertThat(worst.count(RegistryCount.PRESENT)).isEqualTo(95);
    assertThat(worst.count(RegistryCount.MISSING)).isEqualTo(3);
    assertThat(worst.count(RegistryCount.DROPS)).isEqualTo(3);
  }

  @Test
  void shouldTakeTheWorstNodeAndTheSumOfWhatNodesAddUp() {
    RegistryStats one = listed(99L, 1, 2);
    one.set(RegistryCount.UNKNOWN_INSTANCE_BEATS, 5L);
    RegistryStats other = listed(null, 3, 1);
    other.set(RegistryCount.UNKNOWN_INSTANCE_BEATS, 2L);

    RegistryStats worst = RegistryStats.worst(List.of(one, other));

    assertThat(worst.count(RegistryCount.PRESENT)).isEqualTo(99);
    assertThat(worst.count(RegistryCount.MISSING)).isEqualTo(3);
    assertThat(worst.count(RegistryCount.UNKNOWN_INSTANCE_BEATS)).isEqualTo(7);
  }

  @Test
  void shouldKeepOnlyTheStatesOfASecondThatWasLeftOut() {
    RunStats before = calls(3, 1, 7, 900);
    before.node(0).append(listed(99L, 1, 2));

    RunStats states = before.states();

    assertThat(states.of(Operation.BEAT).toMap())
        .isEqualTo(Map.of(OperationCount.IN_FLIGHT, 7L, OperationCount.LONGEST_UNSERVED_MS, 900L));
    assertThat(states.node(0).count(RegistryCount.PRESENT)).isEqualTo(99);
    assertThat(states.node(0).get(RegistryCount.DROPS)).isEmpty();
  }

  @Test
  void shouldListKnownOperationsInOrderBeforeOthers() {
    RunStats stats = stats();
    stats.of("GET /").add(OperationCount.OK, 1);
    stats.of(Operation.SWEEP).add(OperationCount.OK, 1);
    stats.of(Operation.BEAT).add(OperationCount.OK, 1);

    assertThat(stats.operations().keySet()).containsExactly("beat", "sweep", "GET /");
  }

  /** Figures of two protocols lie beside each other, and stay apart in files. */
  @Test
  void shouldTellProtocolsApartAndAddThemUpWhenAsked() {
    RunStats stats = stats();
    stats.of(Operation.LIST, Transport.HTTP).add(OperationCount.OK, 1);
    stats.of(Operation.BEAT, Transport.GRPC).add(OperationCount.OK, 3);
    stats.of(Operation.BEAT, Transport.GRPC).set(OperationCount.LONGEST_UNSERVED_MS, 900L);
    stats.of(Operation.BEAT, Transport.HTTP).add(OperationCount.OK, 7);
    stats.of(Operation.BEAT, Transport.HTTP).set(OperationCount.LONGEST_UNSERVED_MS, 2_000L);
    stats.of(Operation.BEAT, Transport.HTTP).record(LatencyPart.LATENCY, 5_000_000);

    assertThat(stats.operations().keySet()).containsExactly("beat.http", "beat.grpc", "list.http");
    assertThat(stats.total(Operation.BEAT).count(OperationCount.OK)).isEqualTo(10);
    assertThat(stats.total(Operation.BEAT).count(OperationCount.LONGEST_UNSERVED_MS))
        .isEqualTo(2_000);
    assertThat(stats.total(Operation.SWEEP).toMap()).isEmpty();
    RunStats read = stats();
    stats.histograms().forEach(read::addHistogram);
    assertThat(read.of(Operation.BEAT, Transport.HTTP).histogram(LatencyPart.LATENCY))
        .isEqualTo(stats.of("beat.http").histogram(LatencyPart.LATENCY));
  }

  @Test
  void shouldSurviveAJsonRoundTrip() throws IOException {
    RunStats stats = calls(3, 1, 7, 900);
    stats.node(1).append(listed(null, 1, 2));
    stats.record(FleetDuration.BEAT_GAP, 5_001_000_000L);
    stats.countShortage("no descriptor");
    stats.wave(1).set(WaveCount.LEFT, 7L);

    RunStats decoded = JSON.readValue(JSON.writeValueAsBytes(stats), RunStats.class);

    assertThat(decoded.registry()).isEqualTo(stats.registry());
    assertThat(decoded.operations().keySet()).isEqualTo(stats.operations().keySet());
    assertThat(decoded.of(Operation.BEAT)).isEqualTo(stats.of(Operation.BEAT));
    assertThat(decoded.of(Operation.BEAT).failures()).isEqualTo(Map.of("timed out", 1L));
    assertThat(decoded.histograms()).isEqualTo(stats.histograms());
    assertThat(decoded.shortages()).isEqualTo(Map.of("no descriptor", 1L));
    assertThat(decoded.waves()).isEqualTo(stats.waves()).hasSize(2);
  }
}
