package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.Registry.Counts;
import dev.nacoscapacity.reports.record.RunRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.LongBinaryOperator;
import org.HdrHistogram.Histogram;

/**
 * What the registry said of all shards together. A node's worst moment need not be the same for
 * each shard, so the sums of extremes are bounds: never better than what was, and exact where all
 * is well. registry.csv has the sums of each second.
 */
final class MergedRegistry {

  private MergedRegistry() {}

  /** Null when no shard read the registry. */
  static Registry of(List<RunRecord> runs, Map<String, Histogram> judged) {
    List<Registry> parts =
        runs.stream()
            .map(RunRecord::registry)
            .filter(registry -> registry != null && registry.counts() != null)
            .toList();
    if (parts.isEmpty()) {
      return null;
    }
    Map<String, Counts> byNode = new LinkedHashMap<>();
    for (Registry part : parts) {
      part.byNode().forEach((node, counts) -> byNode.merge(node, counts, MergedRegistry::sum));
    }
    Counts sum = parts.stream().map(Registry::counts).reduce(MergedRegistry::sum).get();
    Histogram gaps = judged.get(Recorder.BEAT_GAP);
    return new Registry(
        byNode.isEmpty() ? sum : worst(byNode.values().stream().toList(), sum),
        gaps == null ? null : Registry.BeatGap.ofMicros(gaps),
        parts.stream().allMatch(Registry::complete) && parts.size() == runs.size(),
        unswept(parts),
        parts.stream().mapToLong(Registry::keptBeatingYetDropped).sum(),
        parts.stream().mapToLong(Registry::neverAppeared).sum(),
        byNode);
  }

  /** Null when no part was swept. */
  private static Integer unswept(List<Registry> parts) {
    return parts.stream()
        .map(Registry::unswept)
        .filter(Objects::nonNull)
        .reduce(Integer::sum)
        .orElse(null);
  }

  private static Counts sum(Counts one, Counts other) {
    return combine(one, other, MergedRegistry::sum, Long::sum);
  }

  /** Unknown when a part is. */
  private static Long sum(Long one, Long other) {
    return one == null || other == null ? null : Long.valueOf(one + other);
  }

  /** Of those known. */
  private static Long least(Long one, Long other) {
    return one == null ? other : other == null ? one : Long.valueOf(Math.min(one, other));
  }

  /**
   * The worst node; beats lost and divergent services are those of all nodes.
   *
   * @param all the sums of what each shard counted over all nodes
   */
  private static Counts worst(List<Counts> nodes, Counts all) {
    Counts worst =
        nodes.stream().reduce((a, b) -> combine(a, b, MergedRegistry::least, Math::max)).get();
    return new Counts(
        worst.expected(),
        worst.presentMin(),
        worst.healthyMin(),
        worst.missingMax(),
        worst.unhealthyMax(),
        all.lost(),
        worst.ghostMax(),
        all.divergentMax(),
        worst.unknownMax());
  }

  private static Counts combine(
      Counts one, Counts other, BinaryOperator<Long> minima, LongBinaryOperator others) {
    return new Counts(
        others.applyAsLong(one.expected(), other.expected()),
        minima.apply(one.presentMin(), other.presentMin()),
        minima.apply(one.healthyMin(), other.healthyMin()),
        others.applyAsLong(one.missingMax(), other.missingMax()),
        others.applyAsLong(one.unhealthyMax(), other.unhealthyMax()),
        others.applyAsLong(one.lost(), other.lost()),
        others.applyAsLong(one.ghostMax(), other.ghostMax()),
        others.applyAsLong(one.divergentMax(), other.divergentMax()),
        others.applyAsLong(one.unknownMax(), other.unknownMax()));
  }
}
