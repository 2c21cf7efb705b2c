package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.yaml.Section;
import dev.nacoscapacity.cluster.yaml.YamlException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads costs from a YAML file; each error names file, line and column. The top-level keys are
 * {@code version}, {@code reference} (the machine, and the range of the data behind the costs) and
 * {@code costs}; each cost has a value in its unit ({@code ms}, {@code kb}, {@code share} or {@code
 * times}), a {@code status} and {@code from}, and may have bounds, {@code low} and {@code high}.
 */
public final class CostFile {

  /** The names of the files that come with the tool. */
  public static final List<String> SHIPPED =
      ServerVersion.modelled().stream().map(version -> "nacos-" + version).toList();

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

  /**
   * Writes the format of {@link #read}.
   *
   * @param head comment lines for the reader
   */
  public static String text(Costs costs, List<String> head) {
    StringBuilder text = new StringBuilder();
    head.forEach(line -> text.append("# ").append(line).append('\n'));
    text.append("version: ").append(costs.version()).append('\n');
    Costs.Extent reach = costs.reach();
    text.append(
        "reference: {nodes: %d, cores: %d, instances: %d, hosts: %d}\ncosts:\n"
            .formatted(reach.nodes(), reach.cores(), reach.instances(), reach.hosts()));
    costs.figures().forEach((cost, figure) -> text.append(line(cost, figure)));
    return text.toString();
  }

  private static String line(Cost cost, Costs.CostFigure figure) {
    String bounds =
        figure.low() == null
            ? ""
            : "low: %s, high: %s, ".formatted(plain(figure.low()), plain(figure.high()));
    return "  %s: {%s: %s, %sstatus: %s, from: \"%s\"}\n"
        .formatted(
            cost.key(),
            cost.unit().key,
            plain(figure.value()),
            bounds,
            figure.status().word(),
            figure.from().replace("\\", "\\\\").replace("\"", "\\\""));
  }

  /**
   * Limits the digits to those of a measurement that {@link SectionValues} accepts, without an
   * exponent.
   */
  private static String plain(double number) {
    return BigDecimal.valueOf(number)
        .round(new MathContext(4))
        .setScale(12, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
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
    Map<Cost, Costs.CostFigure> figures = new EnumMap<>(Cost.class);
    for (Cost cost : Cost.values()) {
      if (version.grpc() || !cost.grpc()) {
        figures.put(cost, figure(cost, costs));
      }
    }
    costs.end();
    return new Costs(file.source(), version, reach, figures);
  }

  private static Costs.CostFigure figure(Cost cost, SectionValues costs) {
    if (!costs.has(cost.key())) {
      throw costs.fault("'%s' is missing here".formatted(cost.key()));
    }
    SectionValues values = costs.section(cost.key());
    double least = cost.unit() == Cost.Unit.TIMES ? 1 : 0;
    double value = values.number(cost.unit().key, null, least, cost.unit().most);
    List<String> all = Stream.of(Costs.Evidence.values()).map(Costs.Evidence::word).toList();
    String status = values.oneOf("status", all, null);
    // One bound needs the other.
    boolean bounded = values.has("low") | values.has("high");
    Costs.CostFigure figure =
        new Costs.CostFigure(
            value,
            bounded ? values.number("low", null, 0, value) : null,
            bounded ? values.number("high", null, value, cost.unit().most) : null,
            Costs.Evidence.values()[all.indexOf(status)],
            values.text("from", null));
    values.end();
    return figure;
  }
}
