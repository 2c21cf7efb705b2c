package dev.nacoscapacity.simulator.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a plan. At the top stand the {@code question}, and under {@code cluster} and {@code load}
 * what all rows have in common; each of the {@code rounds} adds to both, and has a list of {@code
 * loads}, one a row.
 */
public final class PlanReader {

  private static final Set<String> PLAN = Set.of("question", "cluster", "load", "rounds");
  private static final Set<String> ROUND = Set.of("name", "published", "cluster", "load", "loads");

  private final LoadOptions options;

  public PlanReader(LoadOptions options) {
    this.options = options;
  }

  /**
   * Reads a plan.
   *
   * @param file how complaints call the file
   * @throws PlanException when the text is no plan, or asks for something impossible
   */
  public Plan read(String file, String text) {
    Section plan = Section.read(file, text).only(PLAN);
    if (!plan.has("question")) {
      throw plan.fault("a plan begins with its question, as in 'question: What does auth cost?'");
    }
    ClusterSettings common = ClusterSettings.DEFAULTS.with(plan.section("cluster"));
    List<Row> rows = new ArrayList<>();
    for (Section round : plan.sections("rounds")) {
      rows.addAll(rows(round.only(ROUND), common, loads(plan.section("load"))));
    }
    if (rows.isEmpty()) {
      throw plan.fault("rounds", "a plan has rounds, and a round has loads");
    }
    return new Plan(plan.text("question"), rows);
  }

  private List<Row> rows(Section round, ClusterSettings common, Map<String, String> load) {
    ClusterSpec cluster = common.with(round.section("cluster")).spec(round);
    Map<String, String> shared = new LinkedHashMap<>(load);
    shared.putAll(loads(round.section("load")));
    List<Row> rows = new ArrayList<>();
    for (Section own : round.sections("loads")) {
      Map<String, String> all = new LinkedHashMap<>(shared);
      all.putAll(loads(own));
      check(own, all, cluster);
      rows.add(new Row(round.text("name"), round.text("published"), cluster, all));
    }
    return rows;
  }

  private Map<String, String> loads(Section section) {
    return section.only(options.names()).texts();
  }

  private void check(Section row, Map<String, String> load, ClusterSpec cluster) {
    try {
      options.check(load, cluster.auth());
    } catch (IllegalArgumentException e) {
      throw row.fault(e.getMessage());
    }
  }
}
