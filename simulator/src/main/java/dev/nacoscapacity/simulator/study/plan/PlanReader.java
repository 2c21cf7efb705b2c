package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import dev.nacoscapacity.simulator.options.ThresholdOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads a plan. The top level has the {@code question}, and the common settings of all rows under
 * {@code cluster} and {@code load}. Each of the {@code rounds} adds to both, and has a list of
 * {@code loads}, one for each row. {@code threshold} lists bounds of the verdict, for all rounds or
 * for one. With {@code until: pass} a round ends with its first row that passes, with {@code until:
 * fail} with the first that fails.
 */
public final class PlanReader {

  private static final Set<String> PLAN =
      Set.of("question", "cluster", "load", ThresholdOptions.KEY, "rounds");
  private static final String DASHES = "--";
  private static final String NAME = "name";
  private static final String UNTIL = "until";
  private static final Set<String> ROUND =
      Set.of(NAME, "cluster", "load", ThresholdOptions.KEY, "loads", UNTIL);

  private final LoadOptions options;

  /**
   * @param options allowed under {@code load}
   */
  public PlanReader(LoadOptions options) {
    this.options = options;
  }

  /**
   * Reads a plan.
   *
   * @param file name of the file in errors
   * @throws UsageException when the text is not a plan, or its values are invalid
   */
  public Plan read(String file, String text) {
    try {
      return plan(Section.read(file, text).only(PLAN));
    } catch (YamlException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Plan plan(Section plan) {
    if (!plan.has("question")) {
      throw plan.fault("a plan begins with its question, as in 'question: What does auth cost?'");
    }
    List<PlanRow> rows = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Section round : plan.sections("rounds")) {
      if (round.has(NAME) && !names.add(round.text(NAME))) {
        throw round.fault(NAME, "another round is called '%s', too".formatted(round.text(NAME)));
      }
      rows.addAll(rows(round.only(ROUND), plan));
    }
    if (rows.isEmpty()) {
      throw plan.fault("rounds", "a plan has rounds, and a round has loads");
    }
    return new Plan(plan.text("question"), rows);
  }

  /**
   * Checks rows that were changed after they were read.
   *
   * @throws UsageException naming the row, and the problem
   */
  public void check(Plan plan) {
    for (int i = 0; i < plan.rows().size(); i++) {
      PlanRow row = plan.rows().get(i);
      try {
        options.check(row.load(), row.cluster());
      } catch (UsageException e) {
        throw new UsageException("row %d as run: %s".formatted(i + 1, e.getMessage()));
      }
    }
  }

  private List<PlanRow> rows(Section round, Section plan) {
    Section commonLoad = plan.section("load").only(options.names());
    ClusterSpec cluster =
        new ClusterSettings(List.of(plan.section("cluster"), round.section("cluster"))).spec(round);
    Section shared = round.section("load").only(options.names());
    List<Threshold> bounds = laidOver(ThresholdOptions.read(plan), ThresholdOptions.read(round));
    Status until = until(round);
    List<PlanRow> rows = new ArrayList<>();
    for (Section own : round.sections("loads")) {
      List<Section> inwards = List.of(commonLoad, shared, own.only(options.names()));
      Map<String, String> load = load(inwards, cluster);
      rows.add(new PlanRow(round.text(NAME), cluster, load, bounds, until));
    }
    if (rows.isEmpty()) {
      throw round.fault("a round has loads, as in 'loads: [{instances: 1000}]'");
    }
    return rows;
  }

  /** The load of one row, where inner sections override outer ones. */
  private Map<String, String> load(List<Section> inwards, ClusterSpec cluster) {
    Map<String, String> all = new LinkedHashMap<>();
    inwards.forEach(section -> all.putAll(section.texts()));
    try {
      options.check(all, cluster);
      return all;
    } catch (UsageException e) {
      throw blamed(inwards, e);
    }
  }

  /** An error with the position of the option's value, or else of the row. */
  private static YamlException blamed(List<Section> inwards, UsageException complaint) {
    Section row = inwards.get(inwards.size() - 1);
    if (complaint.option().isEmpty()) {
      return row.fault(complaint.getMessage());
    }
    String key = complaint.option().get().substring(DASHES.length());
    return inwards.stream()
        .filter(section -> section.has(key))
        .reduce((outer, inner) -> inner)
        .orElse(row)
        .fault(key, complaint.getMessage());
  }

  /** The thresholds of all rounds, but those of a round where both bound one figure. */
  private static List<Threshold> laidOver(List<Threshold> common, List<Threshold> own) {
    return Stream.concat(common.stream(), own.stream())
        .reduce(Criteria.defaults(), Criteria::with, (one, other) -> other)
        .thresholds();
  }

  private static Status until(Section round) {
    if (!round.has(UNTIL)) {
      return null;
    }
    if (!round.has(NAME)) {
      throw round.fault("a round with 'until' has a name");
    }
    return Stream.of(Status.PASS, Status.FAIL)
        .filter(status -> status.word().equals(round.text(UNTIL)))
        .findAny()
        .orElseThrow(
            () ->
                round.fault(
                    UNTIL, "'until' is pass or fail, not '%s'".formatted(round.text(UNTIL))));
  }
}
