package dev.nacoscapacity.simulator.options;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.reports.verdict.Criteria;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The verdict's bounds: an option that every command which judges shares. */
public final class CriteriaOptions {

  @Option(
      names = "--criteria",
      paramLabel = "NAME=VALUE",
      split = ",",
      description = "other bounds of the verdict, for example beatP99Ms=500; names as in run.json")
  private Map<String, String> criteria = Map.of();

  /**
   * The default bounds, and what was asked for instead.
   *
   * @throws UsageException when there is no such bound, or a value is none
   */
  public Criteria criteria() {
    return criteria(Criteria.defaults());
  }

  /**
   * The same over other bounds than the default ones.
   *
   * @throws UsageException likewise
   */
  public Criteria criteria(Criteria usual) {
    ObjectMapper json = new ObjectMapper();
    ObjectNode all = json.valueToTree(usual);
    criteria.forEach(
        (name, value) -> {
          UsageException.unless(
              all.has(name),
              "--criteria",
              "knows no '%s'; it knows %s".formatted(name, String.join(", ", names(all))));
          all.put(name, number(name, value));
        });
    try {
      return json.convertValue(all, Criteria.class);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--criteria: " + rootOf(e).getMessage());
    }
  }

  /** The option that asks for these bounds; none for the default ones. */
  public static List<String> arguments(Criteria criteria) {
    ObjectMapper json = new ObjectMapper();
    ObjectNode usual = json.valueToTree(Criteria.defaults());
    List<String> bounds = new ArrayList<>();
    json.<ObjectNode>valueToTree(criteria)
        .properties()
        .forEach(
            bound -> {
              if (!bound.getValue().equals(usual.get(bound.getKey()))) {
                bounds.add(bound.getKey() + "=" + bound.getValue().asText());
              }
            });
    return bounds.isEmpty() ? List.of() : List.of("--criteria=" + String.join(",", bounds));
  }

  /** The bound's own complaint, without Jackson's words around it. */
  private static Throwable rootOf(Throwable e) {
    return e.getCause() == null ? e : rootOf(e.getCause());
  }

  private static Iterable<String> names(ObjectNode all) {
    return all::fieldNames;
  }

  private static double number(String name, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new UsageException("--criteria " + name + " is a number, not '" + value + "'");
    }
  }
}
