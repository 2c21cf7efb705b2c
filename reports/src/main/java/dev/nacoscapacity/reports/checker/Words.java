package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.Registry.Counts;
import dev.nacoscapacity.reports.record.RunRecord;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

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

  /** Names the node with the most when it has at least twice what any other has. */
  static String where(Registry registry, ToLongFunction<Counts> count) {
    List<Map.Entry<String, Counts>> worstFirst =
        registry.byNode().entrySet().stream()
            .sorted(Comparator.comparingLong(node -> -count.applyAsLong(node.getValue())))
            .toList();
    if (worstFirst.size() < 2) {
      return "";
    }
    long most = count.applyAsLong(worstFirst.get(0).getValue());
    long next = count.applyAsLong(worstFirst.get(1).getValue());
    if (most < 2 * next || most == 0) {
      long least = count.applyAsLong(worstFirst.get(worstFirst.size() - 1).getValue());
      return of(", %,d to %,d on each of %d nodes", least, most, worstFirst.size());
    }
    return of(", %,d on %s (other nodes at most %,d)", most, worstFirst.get(0).getKey(), next);
  }

  /** Whether the run has a reason of its own for what it lacks. */
  static boolean endedEarly(RunRecord run) {
    return run.interrupted() || run.guardStop() != null;
  }
}
