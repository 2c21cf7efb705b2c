package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterGridTest {

  private final List<StudyTrial> trials = new ArrayList<>();

  private void trial(String json) throws JsonProcessingException {
    trials.add(
        new StudyTrial(
            trials.size() + 1, "run", Optional.empty(), new ObjectMapper().readTree(json)));
  }

  @Test
  void shouldDrawALineForEachNodeAndTheRunsAtFullSize() throws JsonProcessingException {
    trial("{\"stage\":\"count\",\"clusterNodes\":3,\"capacity\":{\"8\":900,\"16\":1900}}");
    trial("{\"stage\":\"count\",\"clusterNodes\":5,\"capacity\":{\"8\":1500,\"16\":3100}}");
    trial("{\"stage\":\"asked\",\"clusterNodes\":5,\"dead\":1,\"cores\":8,\"instances\":1000}");
    trial(
        "{\"stage\":\"beyond\",\"clusterNodes\":5,\"cores\":8,\"heap\":\"2g\",\"instances\":1600}");

    ClusterGrid grid = ClusterGrid.of(trials).orElseThrow();

    assertThat(grid.lines().keySet()).containsExactly(8, 16);
    assertThat(grid.lines().get(16)).containsExactly(new int[] {3, 1900}, new int[] {5, 3100});
    assertThat(grid.asked()).isEqualTo(1000);
    assertThat(grid.tried())
        .containsExactly(new ClusterGrid.GridTrial(2, 4, 8), new ClusterGrid.GridTrial(3, 5, 8));
    assertThat(grid.best()).containsExactly("5", "8", "2g");
  }

  @Test
  void shouldBeAbsentForAStudyOfOneCluster() throws JsonProcessingException {
    trial("{\"stage\":\"confirm\",\"instances\":1000}");

    assertThat(ClusterGrid.of(trials)).isEmpty();
  }
}
