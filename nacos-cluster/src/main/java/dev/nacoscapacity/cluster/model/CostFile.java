package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads costs from a YAML file; each error names file, line and column. The top-level keys are
 * {@code version}, {@code reference} (the machine, and the range of the data behind the costs) and
 * {@code costs}; each cost has a value in its unit ({@code ms}, {@code kb}, {@code share} or {@code
 * times}). Beside it stands for people where it comes from: {@code status}, {@code from}, {@code
 * low} and {@code high}.
 */
public final class CostFile {

  /** The names of the files that come with the tool. */
  public static final List<String> SHIPPED =
      ServerVersion.modelled().stream().map(version -> "nacos-" + version).toList();

  /** Keys that say where a figure comes from. */
  private static final List<String> PROVENANCE = List.of("status", "from", "low", "high");

  private CostFile() {}

  /**
   * Reads a shipped file by its name, or another by its path.
   *
   * @param folder that a path is relative to
   * @throws YamlException when there is no such file, or it is not a cost file
   */
  public static Costs read(String name, Path folder) {
    return parse(ModelSource.read("cost file", name, SHIPPED, folder));
  }

  static Costs parse(ModelSource.Text file) {
    SectionValues top = new SectionValues(Section.read(file.file(), file.text()));
    ServerVersion version = top.version("version");
    SectionValues reference = top.section("reference");
    Costs.Extent reach =
        new Costs.Extent(
            reference.whole("nodes", null, 1, 1_000),
            reference.whole("cores", null, 1, 1_000),
            reference.whole("instances", null, 1, 100_000_000),
            reference.whole("hosts", null, 1, 100_000_000));
    // Files of before 2026-11-28 have it.
    reference.has("generatorCallsPerCpuSecond");
    reference.end();
    SectionValues costs = top.section("costs");
    top.end();
    Map<Cost, Double> figures = new EnumMap<>(Cost.class);
    for (Cost cost : Cost.values()) {
      if (version.grpc() || !cost.grpc()) {
        figures.put(cost, figure(cost, costs));
      }
    }
    costs.end();
    return new Costs(file.source(), version, reach, figures);
  }

  private static double figure(Cost cost, SectionValues costs) {
    if (!costs.has(cost.key())) {
      throw costs.fault("'%s' is missing here".formatted(cost.key()));
    }
    SectionValues values = costs.section(cost.key());
    double least = cost.unit() == Cost.Unit.TIMES ? 1 : 0;
    double value = values.number(cost.unit().key, null, least, cost.unit().most);
    PROVENANCE.forEach(values::has);
    values.end();
    return value;
  }
}
