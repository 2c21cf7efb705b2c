package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.engines.PacedEngine.CallMix;
import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.Host;
import dev.nacoscapacity.calibration.harness.Jvm;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each engine makes a small wave in its own JVM, JMeter too. */
@Tag("full")
class EnginesIT {

  /** This project's folder, where JMeter is assembled. */
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @TempDir Path directory;

  @Test
  void shouldAnswerAllCallsByEachEngineThatIsHere() throws Exception {
    List<Case> cases =
        new EnginesPart(true, Host.jdks(), HOME)
            .cases().stream()
                .filter(each -> each.setting().endsWith("|fixed|100|128 MB"))
                .filter(each -> each.missing().isEmpty())
                .toList();
    assertThat(cases).hasSizeGreaterThanOrEqualTo(5);
    try (SharedPeers peers = new SharedPeers(directory)) {
      for (Case each : cases) {
        Round round = each.measurement().take(peers);

        assertThat(round.outcome()).as(each.setting()).isNull();
        assertThat(round.figures())
            .as(each.setting())
            .containsEntry(EnginesPart.OK, 100.0)
            .containsKeys("mean", "p90", "own", "finish");
      }
    }
  }

  @Test
  void shouldFindWhatARunsEngineKeepsOverEachProtocol() throws Exception {
    try (SharedPeers peers = new SharedPeers(directory)) {
      for (String protocol : List.of(Ceiling.HTTP, Ceiling.GRPC)) {
        Round round = PacedEngine.measure(protocol, CallMix.MIX, false, peers);

        // The run's own mix, at its due times: lists are a part of the calls.
        assertThat(round.figures().get("lists"))
            .as(protocol)
            .isPositive()
            .isLessThan(round.figures().get(EnginesPart.RATE));
        assertThat(round.figures()).as(protocol).containsKey("lag");
        assertThat(round.figures().get(EnginesPart.BUSY)).as(protocol).isPositive();
        assertThat(round.figures().get(EnginesPart.SERVER_BUSY)).as(protocol).isPositive();
      }
    }
  }

  @Test
  void shouldTellOutOfMemoryAsAnOutcome() throws Exception {
    // Far too little for 5,000 connections.
    WaveCase tiny = new WaveCase(WaveEngine.ASYNC, false, 5_000, 12);
    try (SharedPeers peers = new SharedPeers(directory)) {
      Round round = tiny.measure(Jvm.JAVA, HOME, peers);

      assertThat(round.outcome()).startsWith(WaveCase.OUT_OF_MEMORY);
      assertThat(round.figures().getOrDefault(EnginesPart.OK, 0.0)).isLessThan(100);
    }
  }
}
