package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.RunStats;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the seconds of a recorded run one after the other, with all counts of each. Only the
 * distributions of one second are in memory at a time, since those of an hour would not fit.
 */
public final class SecondsReader implements Iterator<SecondRow>, Closeable {

  /** latency.hlog rounds a second's beginning and length to milliseconds. */
  private static final double ROUNDING = 0.002;

  private final List<String> nodes;
  private final NavigableMap<Double, List<OperationRow>> operations = new TreeMap<>();
  private final NavigableMap<Double, List<RegistryRow>> registry = new TreeMap<>();
  private final Path log;
  private final HistogramLog.Reader distributions;
  private final Iterator<Double> ends;
  private Optional<HistogramInterval> next;

  SecondsReader(RunFolder folder) {
    folder.intervals().forEach(row -> add(operations, row.seconds(), row));
    folder.registryRows().forEach(row -> add(registry, row.seconds(), row));
    Set<String> names = new LinkedHashSet<>();
    registry.values().forEach(rows -> rows.forEach(row -> names.add(row.node())));
    this.nodes = List.copyOf(names);
    Set<Double> all = new TreeSet<>(operations.keySet());
    all.addAll(registry.keySet());
    this.ends = all.iterator();
    this.log = folder.path().resolve(RunFolder.LATENCY_HLOG);
    this.distributions = open(log);
    this.next = nextDistribution();
  }

  private static <T> void add(NavigableMap<Double, List<T>> rows, double end, T row) {
    rows.computeIfAbsent(end, e -> new ArrayList<>()).add(row);
  }

  private static HistogramLog.Reader open(Path log) {
    try {
      return new HistogramLog.Reader(log);
    } catch (IOException e) {
      throw RecordException.unreadable(log, e);
    }
  }

  private Optional<HistogramInterval> nextDistribution() {
    try {
      return distributions.next();
    } catch (RuntimeException e) {
      throw new RecordException(log + " is damaged: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean hasNext() {
    return ends.hasNext();
  }

  @Override
  public SecondRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    double end = ends.next();
    RunStats stats = new RunStats(nodes);
    Instant time = null;
    String phase = null;
    for (OperationRow row : operations.getOrDefault(end, List.of())) {
      time = row.time();
      phase = row.phase();
      stats.of(row.operation()).add(row.stats());
    }
    for (RegistryRow row : registry.getOrDefault(end, List.of())) {
      time = row.time();
      stats.node(nodes.indexOf(row.node())).append(row.stats());
    }
    while (next.isPresent() && next.get().toSeconds() <= end + ROUNDING) {
      stats.addHistogram(next.get().tag(), next.get().micros());
      next = nextDistribution();
    }
    return new SecondRow(time, end, phase, stats);
  }

  @Override
  public void close() {
    distributions.close();
  }
}
