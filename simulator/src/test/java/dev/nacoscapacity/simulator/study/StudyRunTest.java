package dev.nacoscapacity.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.plan.PlanTrial;
import dev.nacoscapacity.simulator.study.search.SizeTrial;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import dev.nacoscapacity.simulator.study.size.ClusterTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void shouldStandBesideWhatATrialOfASearchAdds() {
    SizeTrial trial = new SizeTrial(TrialStage.BRACKET, RUN, List.of(LATE));

    assertThat(names(trial))
        .containsExactlyInAnyOrder(
            """
            instances stage status run requestsPerSecond beatP99Ms cpuMsPerCall
            jitShare callsPerCpuSecond broke reasons saturation\
            """
                .split("\\s+"));
    assertThat(written(trial).path("broke").asText()).isEqualTo("latency");
  }

  @Test
  void shouldStandBesideWhatARowOfAPlanAdds() {
    assertThat(
            names(
                new PlanTrial(
                    1, "a", "A1", "2.2.4", true, false, Status.PASS, RUN, broken(2, 9.5))))
        .containsExactlyInAnyOrder(
            """
            row round published run version auth authCache instances until status
            requestsPerSecond beatP99Ms cpuMsPerCall jitShare callsPerCpuSecond
            killed recoverySeconds reasons\
            """
                .split("\\s+"));
  }

  private static PlanTrial.Broken broken(Integer killed, Double recoverySeconds) {
    return new PlanTrial.Broken(killed, recoverySeconds);
  }

  @Test
  void shouldStandBesideWhatASizeAdds() {
    ClusterTrial trial =
        new ClusterTrial(
            ClusterTrial.Stage.COUNT,
            RUN,
            new ClusterTrial.Nodes(4, 1, 8, "2g"),
            new ClusterTrial.Use(0.5, 0.4, 12.0, 0.3),
            List.of(),
            Map.of(),
            null);

    assertThat(names(trial))
        .containsExactlyInAnyOrder(
            """
            stage instances status run clusterNodes dead cores heap cpuShare
            cpuMeanShare beatP99Ms heapShare reasons saturation\
            """
                .split("\\s+"));
  }

  @Test
  void shouldBeReadFromAStudyOfAnEarlierVersion() throws IOException {
    String reason = new ObjectMapper().writeValueAsString(LATE);
    Files.writeString(
        folder.resolve(Study.STUDY_JSON),
        """
        {"schema": 2, "kind": "plan", "question": "?", "asked": {},
         "startedAt": "2026-01-02T03:04:05Z", "runs": ["04-800"],
         "trials": [{"row": 1, "round": "a", "run": "04-800", "version": "2.2.4", "auth": true,
          "authCache": false, "instances": 800, "stage": "bracket", "status": "fail",
          "requestsPerSecond": 30.0, "beatP99Ms": 2.5, "cpuMsPerCall": 1.5, "jitShare": 0.1,
          "callsPerCpuSecond": 9000.0, "broke": "latency", "reasons": [%s], "saturation": []}]}
        """
            .formatted(reason));
    Study study = Study.read(folder);

    assertThat(study.trials(PlanTrial.class))
        .containsExactly(
            new PlanTrial(1, "a", null, "2.2.4", true, false, null, RUN, broken(null, null)));
    assertThat(study.trials(SizeTrial.class))
        .containsExactly(new SizeTrial(TrialStage.BRACKET, RUN, List.of()));
  }
}
