package dev.nacoscapacity.core.stats;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * All figures of a fleet in a period: one second, or a measurement window. Figures of several event
 * loops or processes at the same time are {@linkplain #add added}, those of successive seconds
 * {@linkplain #append appended}. Not safe for use by several threads.
 */
public final class RunStats {

  private static final Histogram NOTHING = new Histogram(1);
  private static final Operation[] OPERATIONS = Operation.values();
  private static final int TRANSPORTS = Transport.values().length;

  /** The fleet's operations in the order of the enum, then other labels of a JTL. */
  private static final Comparator<String> ORDER =
      Comparator.comparingInt(RunStats::place).thenComparing(Comparator.naturalOrder());

  private static final Map<String, Integer> PLACES = new LinkedHashMap<>();

  static {
    for (Operation operation : OPERATIONS) {
      for (Transport transport : Transport.values()) {
        PLACES.put(operation.label(transport), index(operation, transport));
      }
    }
  }

  private final Map<String, OperationStats> operations = new TreeMap<>(ORDER);
  private final OperationStats[] ofFleet = new OperationStats[PLACES.size()];
  private final Map<String, RegistryStats> registry = new LinkedHashMap<>();
  private final RegistryStats[] byNode;
  private final Map<String, Long> shortages = new TreeMap<>();
  private final List<WaveStats> waves = new ArrayList<>();
  private final Histogram[] distributions = new Histogram[FleetDuration.values().length];

  /**
   * @param nodes names of the nodes, in the fleet's order; empty when the registry is not observed
   */
  public RunStats(List<String> nodes) {
    byNode = new RegistryStats[nodes.size()];
    for (int node = 0; node < byNode.length; node++) {
      byNode[node] = new RegistryStats();
      registry.put(nodes.get(node), byNode[node]);
    }
  }

  /**
   * The sum of the figures of several parts of a fleet in the same period.
   *
   * @param parts at least one
   */
  public static RunStats sum(List<RunStats> parts) {
    RunStats sum = new RunStats(List.copyOf(parts.get(0).registry.keySet()));
    sum.append(parts.get(0));
    parts.subList(1, parts.size()).forEach(sum::add);
    return sum;
  }

  /** Reads what {@link #snapshot} gives. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static RunStats of(StatsSnapshot snapshot) {
    return snapshot.stats();
  }

  /** All figures, for another process. */
  @JsonValue
  StatsSnapshot snapshot() {
    return StatsSnapshot.of(this);
  }

  private static int place(String operation) {
    return PLACES.getOrDefault(operation, PLACES.size());
  }

  private static int index(Operation operation, Transport transport) {
    return operation.ordinal() * TRANSPORTS + transport.ordinal();
  }

  /**
   * The figures of an operation in a fleet with one protocol, or of calls that do not depend on the
   * protocol.
   */
  public OperationStats of(Operation operation) {
    return of(operation, Transport.ANY);
  }

  /** The figures of an operation over one protocol, in a fleet that uses two. */
  public OperationStats of(Operation operation, Transport transport) {
    int index = index(operation, transport);
    OperationStats stats = ofFleet[index];
    if (stats == null) {
      stats = of(operation.label(transport));
      ofFleet[index] = stats;
    }
    return stats;
  }

  /** The figures of an operation over all protocols together; for reading only. */
  public OperationStats total(Operation operation) {
    List<OperationStats> parts =
        Stream.of(Transport.values())
            .map(transport -> operations.get(operation.label(transport)))
            .filter(Objects::nonNull)
            .toList();
    if (parts.size() == 1) {
      return parts.get(0);
    }
    OperationStats total = new OperationStats();
    parts.forEach(total::add);
    return total;
  }

  /** The figures of an operation by its label, which may come from a JTL. */
  public OperationStats of(String operation) {
    return operations.computeIfAbsent(operation, label -> new OperationStats());
  }

  /** The operations with figures, by label. */
  public Map<String, OperationStats> operations() {
    Map<String, OperationStats> counted = new LinkedHashMap<>(operations);
    counted.values().removeIf(OperationStats::isEmpty);
    return counted;
  }

  /** What a node lists, by its number. */
  public RegistryStats node(int number) {
    return byNode[number];
  }

  /** What each node lists, by its name. */
  public Map<String, RegistryStats> registry() {
    return Collections.unmodifiableMap(registry);
  }

  /** What the fleet did in a wave, by its number from 0. */
  public WaveStats wave(int number) {
    while (waves.size() <= number) {
      waves.add(new WaveStats());
    }
    return waves.get(number);
  }

  /** What the fleet did in each wave; none where the fleet has no waves. */
  public List<WaveStats> waves() {
    return Collections.unmodifiableList(waves);
  }

  /** A distribution in microseconds; for reading only. */
  public Histogram histogram(FleetDuration distribution) {
    Histogram histogram = distributions[distribution.ordinal()];
    return histogram == null ? NOTHING : histogram;
  }

  /** A distribution in microseconds; for recording. */
  public Histogram recording(FleetDuration distribution) {
    int i = distribution.ordinal();
    if (distributions[i] == null) {
      distributions[i] = new Histogram(distribution.digits());
    }
    return distributions[i];
  }

  /** Records a duration; a negative one, from a clock that was read earlier, counts as 0. */
  public void record(FleetDuration distribution, long nanos) {
    recording(distribution).recordValue(Math.max(0, nanos / 1000));
  }

  /** All non-empty distributions in microseconds, by their names in files. */
  public Map<String, Histogram> histograms() {
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    operations.forEach(
        (label, stats) -> {
          for (LatencyPart part : LatencyPart.values()) {
            histograms.put(label + "." + part.label(), stats.histogram(part));
          }
        });
    for (FleetDuration distribution : FleetDuration.values()) {
      histograms.put(distribution.tag(), histogram(distribution));
    }
    histograms.values().removeIf(micros -> micros.getTotalCount() == 0);
    return histograms;
  }

  /** Adds to the distribution with a name from {@link #histograms}; other names are ignored. */
  public void addHistogram(String tag, AbstractHistogram micros) {
    Optional<FleetDuration> distribution = FleetDuration.of(tag);
    int dot = tag.lastIndexOf('.');
    if (distribution.isPresent()) {
      recording(distribution.get()).add(micros);
    } else if (dot > 0) {
      LatencyPart.of(tag.substring(dot + 1))
          .ifPresent(part -> of(tag.substring(0, dot)).recording(part).add(micros));
    }
  }

  /** Counts an attempt that failed because this machine ran out of a resource. */
  public void countShortage(String resource) {
    shortages.merge(resource, 1L, Long::sum);
  }

  /** Attempts that failed for lack of a resource, by resource. */
  public Map<String, Long> shortages() {
    return shortages;
  }

  /**
   * Adds the figures of another part of the fleet in the same period.
   *
   * @param other of the same nodes
   */
  public void add(RunStats other) {
    other.operations.forEach((label, stats) -> of(label).add(stats));
    other.registry.forEach(
        (node, stats) -> {
          RegistryStats here = registry.get(node);
          if (here == null) {
            registry.computeIfAbsent(node, added -> new RegistryStats()).append(stats);
          } else {
            here.add(stats);
          }
        });
    for (int number = 0; number < other.waves.size(); number++) {
      wave(number).add(other.waves.get(number));
    }
    addDistributions(other);
  }

  /**
   * Whether calls were counted without their times, as in a record whose distributions are lost.
   */
  public boolean hasNoDistribution() {
    return operations.values().stream().anyMatch(stats -> stats.ended() > 0)
        && operations.values().stream()
            .allMatch(stats -> stats.histogram(LatencyPart.LATENCY).getTotalCount() == 0);
  }

  /**
   * Adds the figures of the next period.
   *
   * @param next of the same nodes
   */
  public void append(RunStats next) {
    next.operations.forEach((label, stats) -> of(label).append(stats));
    next.registry.forEach((node, stats) -> registry.get(node).append(stats));
    for (int number = 0; number < next.waves.size(); number++) {
      wave(number).append(next.waves.get(number));
    }
    addDistributions(next);
  }

  /** The counts of calls and of nodes, without distributions. */
  public RunStats counts() {
    RunStats counts = new RunStats(List.copyOf(registry.keySet()));
    operations.forEach((label, stats) -> counts.of(label).combine(stats, OperationCount::overTime));
    registry.forEach((node, stats) -> counts.registry.get(node).append(stats));
    return counts;
  }

  /**
   * Only the figures that are states, as at the end of the period: the figures of a second without
   * a sample.
   */
  public RunStats states() {
    RunStats states = new RunStats(List.copyOf(registry.keySet()));
    operations.forEach((label, stats) -> stats.copyStates(states.of(label)));
    registry.forEach((node, stats) -> stats.copyStates(states.registry.get(node)));
    return states;
  }

  private void addDistributions(RunStats other) {
    other.shortages.forEach((resource, attempts) -> shortages.merge(resource, attempts, Long::sum));
    for (FleetDuration distribution : FleetDuration.values()) {
      if (other.histogram(distribution).getTotalCount() > 0) {
        recording(distribution).add(other.histogram(distribution));
      }
    }
  }
}
