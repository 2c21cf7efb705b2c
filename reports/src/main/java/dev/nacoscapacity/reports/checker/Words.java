package dev.nacoscapacity.reports.checker;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;

import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How figures read in a reason, alike in every locale. */
final class Words {

  private Words() {}

  static String of(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  /** Up to three digits behind the point: 98.996 % must not read as its bound of 99 %. */
  static String percent(double share) {
    BigDecimal percent = BigDecimal.valueOf(share * 100).setScale(3, RoundingMode.HALF_UP);
    return percent.stripTrailingZeros().toPlainString() + " %";
  }

  /** Names the nodes with at least half of the most, or none when that is all of them. */
  static String where(Registry registry, RegistryCount figure) {
    long most =
        registry.byNode().values().stream().mapToLong(node -> node.count(figure)).max().orElse(0);
    if (most == 0 || registry.byNode().size() < 2) {
      return "";
    }
    Map<Boolean, List<Map.Entry<String, RegistryStats>>> bad =
        registry.byNode().entrySet().stream()
            .collect(partitioningBy(node -> 2 * node.getValue().count(figure) >= most));
    if (bad.get(false).isEmpty()) {
      return "";
    }
    long others =
        bad.get(false).stream().mapToLong(node -> node.getValue().count(figure)).max().orElse(0);
    return of(
        " on %s (%s on the other nodes)",
        bad.get(true).stream().map(Map.Entry::getKey).collect(joining(" and ")),
        others == 0 ? "none" : of("at most %,d", others));
  }
}
