package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What clusters of several sizes hold, as a study of sizes has it in its trials.
 *
 * @param asked instances that they were to hold
 * @param lines for the cores of a node how many instances so many nodes hold: pairs, by nodes
 * @param tried runs at full size
 * @param best the answer's nodes, cores and heap, as people read them; null where there is none
 */
record ClusterGrid(
    int asked, Map<Integer, List<int[]>> lines, List<Tried> tried, @JsonIgnore List<String> best) {

  /**
   * A run at full size.
   *
   * @param trial its place in the page's points, from 0
   * @param nodes that carried the load: those that were not dead
   */
  record Tried(int trial, int nodes, int cores) {}

  /** Null when no trial says what clusters hold. */
  static ClusterGrid of(List<StudyTrial> trials) {
    Map<Integer, List<int[]>> lines = new TreeMap<>();
    List<Tried> tried = new ArrayList<>();
    List<String> best = null;
    int asked = 0;
    for (StudyTrial trial : trials) {
      JsonNode row = trial.row();
      int nodes = row.path("clusterNodes").intValue();
      row.path("capacity")
          .properties()
          .forEach(
              each ->
                  lines
                      .computeIfAbsent(Integer.valueOf(each.getKey()), cores -> new ArrayList<>())
                      .add(new int[] {nodes, each.getValue().intValue()}));
      String stage = row.path("stage").asText();
      if (stage.equals("asked")) {
        asked = trial.instances();
      }
      if (stage.equals("beyond")) {
        best =
            List.of(Integer.toString(nodes), row.path("cores").asText(), row.path("heap").asText());
      }
      if (!row.path("capacity").isObject()) {
        tried.add(
            new Tried(
                trial.number() - 1,
                nodes - row.path("dead").intValue(),
                row.path("cores").intValue()));
      }
    }
    return lines.isEmpty() ? null : new ClusterGrid(asked, lines, tried, best);
  }
}
