package dev.nacoscapacity.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.study.plan.PlanTrial;
import dev.nacoscapacity.simulator.study.search.SizeTrial;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import dev.nacoscapacity.simulator.study.size.ClusterTrial;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a page of studies reads by name. */
class StudyRunTest {

  private static final Reason LATE = new Reason(Severity.LATENCY, "late", Map.of(), "Late.");
  private static final TrialFigures FIGURES = new TrialFigures(30, 2.5, 1.5, 0.1, 9_000.0);
  private static final StudyRun RUN =
      new StudyRun("04-800", 800, Status.FAIL, FIGURES, List.of(LATE));

  @TempDir private Path folder;

  private static JsonNode written(Object trial) {
    Study study = Study.begin("any", "?", Map.of(), Instant.EPOCH);
    return study.withTrials(List.of("04-800"), List.of(trial)).trials().get(0);
  }

  private static List<String> names(Object trial) {
    List<String> names = new ArrayList<>();
    written(trial).fieldNames().forEachRemaining(names::add);
    return names;
  }

  static Stream<Arguments> trials() {
    return Stream.of(
        Arguments.of(
            new SizeTrial(800, TrialStage.BRACKET, RUN, List.of(LATE)),
            "size stage requestsPerSecond cpuMsPerCall jitShare callsPerCpuSecond broke saturation"),
        Arguments.of(
            new PlanTrial(1, "a", "2.2.4", true, false, Status.PASS, RUN),
            "row round version auth authCache until requestsPerSecond cpuMsPerCall"
                + " jitShare callsPerCpuSecond"),
        Arguments.of(
            new ClusterTrial(
                ClusterTrial.Stage.COUNT,
                RUN,
                new ClusterTrial.Nodes(4, 1, 8, "2g"),
                new ClusterTrial.Use(0.5, 0.4, 12.0, 0.3),
                List.of(),
                Map.of(),
                null),
            "stage clusterNodes dead cores heap cpuShare cpuMeanShare heapShare saturation"));
  }

  @ParameterizedTest
  @MethodSource("trials")
  void shouldWriteItsFieldsBesideThoseOfTheTrial(Object trial, String added) {
    assertThat(names(trial))
        .containsExactlyInAnyOrder(("run instances status beatP99Ms reasons " + added).split(" "));
  }

  @Test
  void shouldNameWhatBrokeInATrialOfASearch() {
    assertThat(
            written(new SizeTrial(800, TrialStage.BRACKET, RUN, List.of())).path("broke").asText())
        .isEqualTo("latency");
  }
}
