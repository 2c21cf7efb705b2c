package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.yaml.Section;
import dev.nacoscapacity.cluster.yaml.YamlException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
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
 * Reads costs from a YAML file; each error names file, line and column. The top-level keys are
 * {@code version}, {@code reference} (the machine, and the range of the data behind the costs) and
 * {@code costs}; each cost has a value in its unit ({@code ms}, {@code kb}, {@code share} or {@code
 * times}), a {@code status} and {@code from}, and may have bounds, {@code low} and {@code high}.
 */
public final class CostFile {

  /** The names of the files that come with the tool. */
  public static final List<String> SHIPPED =
      Values.MODELLED.stream().map(version -> "nacos-" + version).toList();

  private static final String VERSION = "version";
  private static final String REFERENCE = "reference";
  private static final String GENERATOR = "generatorCallsPerCpuSecond";
  private static final String NODES = "nodes";
  private static final String CORES = "cores";
  private static final String INSTANCES = "instances";
  private static final String HOSTS = "hosts";
  private static final String COSTS = "costs";
  private static final String STATUS = "status";
  private static final String FROM = "from";
  private static final String LOW = "low";
  private static final String HIGH = "high";

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
    Costs.Reach reach = costs.reach();
    text.append(
        "reference: {%s: %s, %s: %d, %s: %d, %s: %d, %s: %d}\ncosts:\n"
            .formatted(
                GENERATOR,
                plain(costs.generatorCallsPerCpuSecond()),
                NODES,
                reach.nodes(),
                CORES,
                reach.cores(),
                INSTANCES,
                reach.instances(),
                HOSTS,
                reach.hosts()));
    costs.figures().forEach((cost, figure) -> text.append(line(cost, figure)));
    return text.toString();
  }

  private static String line(Cost cost, Costs.Figure figure) {
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
            figure.status().name().toLowerCase(Locale.ROOT),
            figure.from().replace("\\", "\\\\").replace("\"", "\\\""));
  }

  /**
   * Limits the digits to those of a measurement that {@link Values} accepts, without an exponent.
   */
  private static String plain(double number) {
    return BigDecimal.valueOf(number)
        .round(new MathContext(4))
        .setScale(12, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  static Costs parse(ModelSource.Text file) {
    Section top = Section.read(file.file(), file.text()).only(Set.of(VERSION, REFERENCE, COSTS));
    Values values = new Values(top);
    ServerVersion version = values.version(VERSION);
    Values reference =
        new Values(top.section(REFERENCE).only(Set.of(GENERATOR, NODES, CORES, INSTANCES, HOSTS)));
    Costs.Reach reach =
        new Costs.Reach(
            (int) reference.required(NODES, 1, 1e3),
            (int) reference.required(CORES, 1, 1e3),
            (int) reference.required(INSTANCES, 1, 1e8),
            (int) reference.required(HOSTS, 1, 1e8));
    return new Costs(
        file.source(),
        version,
        reference.required(GENERATOR, 1, 1e7),
        reach,
        figures(version, top.section(COSTS)));
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
    section.only(Set.of(unit, LOW, HIGH, STATUS, FROM));
    Values values = new Values(section);
    double least = cost.unit() == Cost.Unit.TIMES ? 1 : 0;
    double value = values.required(unit, least, cost.unit().most);
    List<String> all =
        Arrays.stream(Costs.Status.values()).map(s -> s.name().toLowerCase(Locale.ROOT)).toList();
    String status = values.oneOf(STATUS, all, null);
    if (!section.has(FROM)) {
      throw section.fault("'from' is missing here: it names where the figure comes from");
    }
    boolean bounded = section.has(LOW) || section.has(HIGH);
    return new Costs.Figure(
        value,
        bounded ? values.required(LOW, 0, value) : null,
        bounded ? values.required(HIGH, value, cost.unit().most) : null,
        Costs.Status.valueOf(status.toUpperCase(Locale.ROOT)),
        section.text(FROM));
  }
}
