package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * The runs that answer a question.
 *
 * @param question in words, for the head of the result
 * @param rows the runs in order, one or more
 */
public record Plan(String question, List<PlanRow> rows) {

  public Plan {
    rows = List.copyOf(rows);
  }

  /**
   * The same rows in random order, so that slow changes of the machine do not affect one kind of
   * rows only. Rows of a cluster stay together with the first one first, since that one warms the
   * cluster.
   */
  public Plan shuffled(long seed) {
    Random random = new Random(seed);
    Map<ClusterSpec, List<PlanRow>> clusters =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    PlanRow::cluster, LinkedHashMap::new, Collectors.toCollection(ArrayList::new)));
    List<List<PlanRow>> order = new ArrayList<>(clusters.values());
    Collections.shuffle(order, random);
    order.forEach(shared -> Collections.shuffle(shared.subList(1, shared.size()), random));
    return new Plan(question, order.stream().flatMap(List::stream).toList());
  }

  /**
   * The distinct loads for a cluster that is not reconfigured: those of the rounds with the same
   * auth setting.
   */
  public Plan onOneCluster(boolean auth) {
    Map<Map<String, String>, PlanRow> loads = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.cluster().auth() == auth && !row.cluster().authCache())
        .forEach(row -> loads.putIfAbsent(row.load(), row));
    List<PlanRow> distinct = List.copyOf(loads.values());
    return new Plan(
        question,
        distinct.stream().map(row -> row.withCluster(distinct.get(0).cluster())).toList());
  }

  /** The same rows on clusters of another version. */
  public Plan withVersion(ServerVersion version) {
    return new Plan(
        question,
        rows.stream().map(row -> row.withCluster(row.cluster().withVersion(version))).toList());
  }

  /** The same plan with every row's sizes changed. */
  public Plan scaled(Scale scale) {
    return new Plan(question, rows.stream().map(scale::apply).toList());
  }
}
