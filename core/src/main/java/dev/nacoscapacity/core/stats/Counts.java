package dev.nacoscapacity.core.stats;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A value for each figure of one kind. A value is unknown until it is set or added to; unknown is
 * never 0. Not safe for use by several threads.
 *
 * @param <F> the kind of figure
 */
public class Counts<F extends Enum<F> & Figure> {

  private static final long UNKNOWN = -1;

  private final F[] figures;
  private final long[] values;

  Counts(F[] figures) {
    this.figures = figures;
    this.values = new long[figures.length];
    Arrays.fill(values, UNKNOWN);
  }

  /** Empty while it is unknown. */
  public final Optional<Long> get(F figure) {
    return has(figure) ? Optional.of(values[figure.ordinal()]) : Optional.empty();
  }

  /** Whether it is known. */
  public final boolean has(F figure) {
    return values[figure.ordinal()] != UNKNOWN;
  }

  /** 0 while it is unknown: for sums and upper bounds. */
  public final long count(F figure) {
    return Math.max(0, values[figure.ordinal()]);
  }

  /**
   * Sets a value.
   *
   * @param value 0 or more
   */
  public final void set(F figure, long value) {
    values[figure.ordinal()] = value;
  }

  /** Makes a figure unknown. */
  public final void forget(F figure) {
    values[figure.ordinal()] = UNKNOWN;
  }

  /** Adds to a value; an unknown value counts as 0. */
  public final void add(F figure, long more) {
    values[figure.ordinal()] = count(figure) + more;
  }

  /** Makes all figures unknown. */
  public final void clear() {
    Arrays.fill(values, UNKNOWN);
  }

  /** Copies the figures that are states, not sums. */
  final void copyStates(Counts<F> to) {
    for (F figure : figures) {
      if (figure.overTime() != Fold.SUM) {
        to.values[figure.ordinal()] = values[figure.ordinal()];
      }
    }
  }

  /** Resets the figures that are states to unknown. */
  final void forgetStates() {
    for (F figure : figures) {
      if (figure.overTime() == Fold.LAST) {
        forget(figure);
      }
    }
  }

  /** The known values by their figures, in the order of the columns. */
  public final Map<F, Long> toMap() {
    Map<F, Long> map = new EnumMap<>(figures[0].getDeclaringClass());
    for (F figure : figures) {
      get(figure).ifPresent(value -> map.put(figure, value));
    }
    return map;
  }

  /** The known values by column. */
  @JsonValue
  public final Map<String, Long> columns() {
    Map<String, Long> columns = new LinkedHashMap<>();
    toMap().forEach((figure, value) -> columns.put(figure.column(), value));
    return columns;
  }

  /** Sets all values by column; other columns are ignored. */
  final void set(Map<String, Long> columns) {
    for (F figure : figures) {
      values[figure.ordinal()] = columns.getOrDefault(figure.column(), UNKNOWN);
    }
  }

  /** Sets all values from the cells of a table by column; an empty or absent cell is unknown. */
  public final void read(Map<String, String> cells) {
    for (F figure : figures) {
      String cell = cells.get(figure.column());
      values[figure.ordinal()] = cell == null || cell.isEmpty() ? UNKNOWN : Long.parseLong(cell);
    }
  }

  /**
   * Combines each value with the value of another object. Where one value is unknown, the other one
   * is used.
   *
   * @param how gives the fold of a figure
   */
  final void combine(Counts<F> other, Function<F, Fold> how) {
    for (F figure : figures) {
      int i = figure.ordinal();
      if (values[i] == UNKNOWN || other.values[i] == UNKNOWN) {
        values[i] = Math.max(values[i], other.values[i]);
      } else {
        values[i] = how.apply(figure).of(values[i], other.values[i]);
      }
    }
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Counts<?> counts
        && figures.getClass() == counts.figures.getClass()
        && Arrays.equals(values, counts.values);
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return toMap().toString();
  }
}
