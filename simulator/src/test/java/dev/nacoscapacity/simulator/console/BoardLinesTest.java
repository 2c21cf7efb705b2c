package dev.nacoscapacity.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.engine.Seconds;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardLinesTest {

  private static final List<String> NODES = List.of("node1", "node2");

  private static final RegistryStats SOUND = listed(35_000, 0, 0, 0, 0);
  private static final RegistryStats ILL = listed(34_980, 10, 12, 3, 2);

  private final RunStats phase = new RunStats(NODES);

  private static RegistryStats listed(
      long healthy, long missing, long unhealthy, long unknownInstanceBeats, long divergent) {
    RegistryStats listed = new RegistryStats();
    listed.set(RegistryCount.EXPECTED, 35_000L);
    listed.set(RegistryCount.HEALTHY, healthy);
    listed.set(RegistryCount.MISSING, missing);
    listed.set(RegistryCount.UNHEALTHY, unhealthy);
    listed.set(RegistryCount.UNKNOWN_INSTANCE_BEATS, unknownInstanceBeats);
    listed.set(RegistryCount.DIVERGENT, divergent);
    return listed;
  }

  @Test
  void shouldShowASecondOnOneScreenOfEightyColumns() {
    Seconds second =
        new Seconds(NODES.toArray(String[]::new))
            .calls(7, Operation.BEAT, 20, null)
            .skipped(2, Operation.BEAT, 3_000);

    assertThat(lines(80, board(second, SOUND)))
        .containsExactly(
            "measure    " + "█".repeat(15) + "░".repeat(15) + "  50 %  30 s left",
            "calls           ok/s    due/s   failed  skipped   p50 ms   p99 ms   max ms",
            "beat               7        9        0        2     20.0    3,000    3,000",
            "registry     35,000 expected  35,000 healthy  0 missing  0 unhealthy  0 unread",
            "generator    lag p99 0.0 ms  12 connections");
  }

  @Test
  void shouldMakeRoomForTheProtocolWhenTheFleetSpeaksBoth() {
    Seconds second =
        new Seconds(NODES.toArray(String[]::new))
            .over(Transport.HTTP)
            .calls(7, Operation.BEAT, 20, null)
            .calls(1, Operation.DEREGISTER, 20, null)
            .over(Transport.GRPC)
            .calls(3, Operation.BEAT, 40, null);

    assertThat(lines(60, board(second, SOUND)).subList(1, 5))
        .containsExactly(
            "calls                ok/s    due/s   failed  skipped",
            "beat.http               7        7        0        0",
            "beat.grpc               3        3        0        0",
            "deregister.http         1        1        0        0");
  }

  @Test
  void shouldShowTheWorstNode() {
    assertThat(lines(120, board(new Seconds(NODES.toArray(String[]::new)), SOUND, ILL)))
        .contains(
            "registry     35,000 expected  34,980 healthy  10 missing  12 unhealthy  3 unk.beats"
                + "  2 divergent  0 unread");
  }

  @Test
  void shouldKeepWhatFailedInTheEyeWhenTheNextSecondIsGood() {
    phase.append(
        stats(
            new Seconds(NODES.toArray(String[]::new)).calls(3, Operation.BEAT, 5, "timed out"),
            SOUND));

    assertThat(
            lines(
                80,
                board(
                    new Seconds(NODES.toArray(String[]::new)).calls(7, Operation.BEAT, 5, null),
                    SOUND)))
        .anyMatch(line -> line.startsWith("beat               7        7        3        0"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 20, 33, 44, 60, 80, 100, 120, 200})
  void shouldNeverBeWiderThanTheTerminal(int columns) {
    Seconds second =
        new Seconds(NODES.toArray(String[]::new)).calls(7, Operation.BEAT, 20, "timed out");
    RunSecond board = board(second, SOUND, ILL);
    phase.append(board.stats());

    List<StyledLine> lines =
        of(columns, true).of(board, new PhaseProgress(0.5, "30 s left"), phase);

    assertThat(lines).allMatch(line -> line.length() < columns || columns == 1);
  }

  @Test
  void shouldLeaveOutAColumnRatherThanHalfANumber() {
    phase.append(
        stats(new Seconds(NODES.toArray(String[]::new)).calls(7, Operation.BEAT, 1, null), SOUND));

    List<String> lines =
        lines(
            40,
            board(
                new Seconds(NODES.toArray(String[]::new)).calls(1234, Operation.BEAT, 1, null),
                SOUND));

    assertThat(lines.get(1)).isEqualTo("calls           ok/s    due/s   failed");
    assertThat(lines.get(2)).isEqualTo("beat           1,234    1,234        0");
    assertThat(lines.get(3)).isEqualTo("registry     35,000 expected");
  }

  @Test
  void shouldUseColoursOnlyWhenTheyAreWanted() {
    RunSecond board =
        board(
            new Seconds(NODES.toArray(String[]::new)).calls(1, Operation.BEAT, 1, "timed out"),
            ILL);
    phase.append(board.stats());
    PhaseProgress advance = new PhaseProgress(0.5, "30 s left");

    assertThat(of(80, false).of(board, advance, phase)).noneMatch(l -> l.text().contains("\033"));
    assertThat(of(80, true).of(board, advance, phase))
        .anyMatch(l -> l.text().contains("\033[1;31m"));
  }

  private List<String> lines(int columns, RunSecond board) {
    phase.append(board.stats());
    return of(columns, false).of(board, new PhaseProgress(0.5, "30 s left"), phase).stream()
        .map(StyledLine::text)
        .toList();
  }

  private static BoardLines of(int columns, boolean colours) {
    return new BoardLines(() -> new StyledLine(columns - 1, colours), true);
  }

  private static RunSecond board(Seconds second, RegistryStats... listed) {
    return new RunSecond(1, "measure", 30, 35_000, 35_000, 12, stats(second, listed));
  }

  private static RunStats stats(Seconds second, RegistryStats... listed) {
    RunStats stats = second.stats();
    for (int node = 0; node < listed.length; node++) {
      stats.node(node).append(listed[node]);
    }
    return stats;
  }
}
