package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.engines.SustainedMain.CallMix;
import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.process.Jdks;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    Jdks jdks = Jdks.ofThisMachine(System.getenv());
    try (SharedServers servers = new SharedServers(directory)) {
      List<Case> cases =
          new EnginesPart(jdks, HOME)
              .cases(Scale.FULL).stream()
                  .filter(
                      each ->
                          List.copyOf(each.setting().values())
                              .subList(1, 4)
                              .equals(List.of("fixed", "100", "128 MB")))
                  .filter(each -> each.missing().isEmpty())
                  .toList();
      assertThat(cases).hasSizeGreaterThanOrEqualTo(5);

      List<Double> peaks = new ArrayList<>();
      for (Case each : cases) {
        Round round = each.measure(servers);

        assertThat(round.outcome()).as(each.setting().toString()).isNull();
        assertThat(round.figures())
            .as(each.setting().toString())
            .containsEntry(EnginesPart.OK, 100.0)
            .containsKeys(EnginesPart.MEAN, EnginesPart.P90, EnginesPart.OWN, EnginesPart.FINISH);
        peaks.add(round.figures().get(EnginesPart.PEAK));
      }
      // One that ended before anybody looked has none.
      assertThat(peaks).filteredOn(Objects::nonNull).isNotEmpty().allMatch(peak -> peak > 0);
    }
  }

  @Test
  void shouldFindWhatARunsEngineKeepsOverEachProtocol() throws Exception {
    try (SharedServers servers = new SharedServers(directory)) {
      for (String protocol : List.of(Ceiling.HTTP, Ceiling.GRPC)) {
        Case mix = new SustainedCase(protocol, CallMix.MIX, SustainedCase.Timing.QUICK);

        Round round = mix.measure(servers);

        assertThat(round.figures().get(EnginesPart.RATE)).as(protocol).isPositive();
        // The run's own mix, at its due times: lists are a part of the calls.
        assertThat(round.figures().get(EnginesPart.LISTS))
            .as(protocol)
            .isPositive()
            .isLessThan(round.figures().get(EnginesPart.RATE));
        assertThat(round.figures()).as(protocol).containsKey(EnginesPart.LAG);
        assertThat(round.figures().get(EnginesPart.BUSY)).as(protocol).isPositive();
        assertThat(round.figures().get(EnginesPart.SERVER_BUSY)).as(protocol).isPositive();
      }
    }
  }

  @Test
  void shouldTellOutOfMemoryAsAnOutcome() throws Exception {
    // Far too little for 5,000 connections.
    EngineSetting tiny = new EngineSetting(EngineKind.ASYNC, EngineSetting.Answer.FIXED, 5_000, 12);
    try (SharedServers servers = new SharedServers(directory)) {
      Case async = new OwnEngineCase(tiny, Jdks.ofThisMachine(Map.of()).java(17));

      Round round = async.measure(servers);

      assertThat(round.outcome()).startsWith(EngineCase.OUT_OF_MEMORY);
      assertThat(round.figures().getOrDefault(EnginesPart.OK, 0.0)).isLessThan(100);
    }
  }
}
