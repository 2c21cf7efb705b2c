package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.yaml.Section;
import dev.nacoscapacity.cluster.yaml.YamlException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads costs from a YAML file; each complaint names file, line and column. At the top stand the
 * {@code version}, the {@code reference} machine and the {@code costs}; each cost has a value in
 * its unit ({@code ms}, {@code kb}, {@code share} or {@code times}), a {@code status} and {@code
 * from}.
 */
public final class CostFile {

  /** The names of those that come with the tool. */
  public static final List<String> SHIPPED = List.of("nacos-1.4.1", "nacos-2.2.4");

  private static final String VERSION = "version";
  private static final String REFERENCE = "reference";
  private static final String GENERATOR = "generatorCallsPerCpuSecond";
  private static final String COSTS = "costs";
  private static final String STATUS = "status";
  private static final String FROM = "from";

  private CostFile() {}

  /**
   * Reads a shipped file by its name, or another by its path.
   *
   * @param folder that a path is relative to
   * @throws YamlException when there is none, or it is no cost file
   */
  public static Costs read(String name, Path folder) {
    return parse(ModelSource.read("cost file", name, SHIPPED, folder));
  }

  static Costs parse(ModelSource.Text file) {
    Section top = Section.read(file.file(), file.text()).only(Set.of(VERSION, REFERENCE, COSTS));
    Values values = new Values(top);
    ServerVersion version = values.version(VERSION);
    Section reference = top.section(REFERENCE).only(Set.of(GENERATOR));
    double generator = new Values(reference).required(GENERATOR, 1, 1e7);
    return new Costs(file.source(), version, generator, figures(version, top.section(COSTS)));
  }

  private static Map<Cost, Costs.Figure> figures(ServerVersion version, Section section) {
    Map<String, Cost> known =
        Arrays.stream(Cost.values())
            .filter(cost -> version.grpc() || !cost.grpc())
            .collect(Collectors.toMap(Cost::key, cost -> cost, (a, b) -> a, LinkedHashMap::new));
    section.only(known.keySet());
    Map<Cost, Costs.Figure> figures = new EnumMap<>(Cost.class);
    for (Cost cost : known.values()) {
      if (!section.has(cost.key())) {
        throw section.fault("'%s' is missing here".formatted(cost.key()));
      }
      figures.put(cost, figure(cost, section.section(cost.key())));
    }
    return figures;
  }

  private static Costs.Figure figure(Cost cost, Section section) {
    String unit = cost.unit().key;
    section.only(Set.of(unit, STATUS, FROM));
    Values values = new Values(section);
    double least = cost.unit() == Cost.Unit.TIMES ? 1 : 0;
    double value = values.required(unit, least, cost.unit().most);
    List<String> all =
        Arrays.stream(Costs.Status.values()).map(s -> s.name().toLowerCase(Locale.ROOT)).toList();
    String status = values.oneOf(STATUS, all, null);
    if (!section.has(FROM)) {
      throw section.fault("'from' is missing here: it names where the figure comes from");
    }
    return new Costs.Figure(
        value, Costs.Status.valueOf(status.toUpperCase(Locale.ROOT)), section.text(FROM));
  }
}
