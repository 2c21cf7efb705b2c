package dev.nacoscapacity.reports.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Detection;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.text.Language;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentTablesTest {

  @Test
  void shouldShowWhatIsLeftOfStoredDataAndWhereItIsNot() {
    Map<String, SurvivingData> data = new LinkedHashMap<>();
    data.put("users", new SurvivingData(5, 3, "node2", List.of()));
    data.put("newConfigurations", new SurvivingData(3, 3, null, List.of()));

    assertThat(ExperimentTables.lines(Experiments.withData(data), Language.ENGLISH))
        .contains("Data:       3 of 5 users (node2), 3 of 3 new configurations");
    assertThat(ExperimentTables.lines(Experiments.good(), Language.ENGLISH))
        .noneMatch(line -> line.startsWith("Data:"));
  }

  @Test
  void shouldShowBothWaysBackOfANodeThatWasBrokenTwice() {
    Experiment good = Experiments.good();
    Fault first = good.faults().get(0);
    Fault second = new Fault("kill", "node2", false, 80L, 61.5, 150, 150.1, 150.2, 150.3, 180.1);
    Detection detection = good.effects().detection().get(0);
    Experiment twice =
        good.with()
            .faults(List.of(first, second))
            .effects(
                good.effects()
                    .withDetection(List.of(detection, detection))
                    .withRejoin(
                        List.of(Experiments.REJOINED, new Rejoin("node2", 18.0, 19.5, 21.0, 25.0))))
            .build();

    List<String> faults =
        ExperimentTables.lines(twice, Language.ENGLISH).stream()
            .filter(line -> line.contains("kill node2"))
            .toList();

    assertThat(faults).hasSize(2);
    assertThat(faults.get(0)).containsPattern("8\\.0 +9\\.5 +11\\.0 +15\\.0");
    assertThat(faults.get(1)).containsPattern("18\\.0 +19\\.5 +21\\.0 +25\\.0");
  }
}
