package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The capacity of clusters of several sizes, from the trials of a sizing study.
 *
 * @param asked the required number of instances
 * @param lines by the cores of a node, pairs of a number of nodes and the instances that they hold
 * @param tried runs at full size
 * @param best nodes, cores and heap of the answer, formatted; empty when there is no answer
 */
record ClusterGrid(
    int asked,
    Map<Integer, List<int[]>> lines,
    List<GridTrial> tried,
    @JsonIgnore List<String> best) {

  /**
   * A run at full size.
   *
   * @param trial its index in the points of the page, from 0
   * @param nodes that carried the load, without the broken ones
   */
  record GridTrial(int trial, int nodes, int cores) {}

  /** Empty when no trial contains the capacity of clusters. */
  static Optional<ClusterGrid> of(List<StudyTrial> trials) {
    Map<Integer, List<int[]>> lines = new TreeMap<>();
    List<GridTrial> tried = new ArrayList<>();
    List<String> best = List.of();
    int instances = 0;
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
        instances = trial.size();
      }
      if (stage.equals("beyond")) {
        best =
            List.of(Integer.toString(nodes), row.path("cores").asText(), row.path("heap").asText());
      }
      if (!row.path("capacity").isObject()) {
        tried.add(
            new GridTrial(
                trial.number() - 1,
                nodes - row.path("dead").intValue(),
                row.path("cores").intValue()));
      }
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(new ClusterGrid(instances, lines, tried, best));
  }
}
