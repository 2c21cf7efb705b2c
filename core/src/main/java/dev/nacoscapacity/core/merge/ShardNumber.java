package dev.nacoscapacity.core.merge;

import dev.nacoscapacity.core.record.RecordException;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a fleet that a run simulated, {@code I/N} in its record: the services whose number,
 * counted from 1, is {@code I} modulo {@code N}. So {@code I/N} consists of {@code I/2N} and {@code
 * (I+N)/2N}.
 */
record ShardNumber(int index, int count) implements Comparable<ShardNumber> {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

  /** Parses {@code I/N}. */
  static ShardNumber parse(String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      ShardNumber part =
          new ShardNumber(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
      if (part.index >= 1 && part.index <= part.count) {
        return part;
      }
    }
    throw new RecordException("'" + text + "' is no shard; a shard is I/N, for example 2/3");
  }

  /**
   * Requires the parts to be disjoint and to add up to this one.
   *
   * @throws RecordException naming a part that is missing, duplicate, or outside of this one
   */
  void requireWhole(List<ShardNumber> parts) {
    int finest = parts.stream().mapToInt(ShardNumber::count).max().orElseThrow();
    TreeSet<ShardNumber> missing = new TreeSet<>();
    for (int i = index; i <= finest && finest % count == 0; i += count) {
      missing.add(new ShardNumber(i, finest));
    }
    for (ShardNumber part : parts) {
      if (part.count != finest || finest % count != 0) {
        throw new RecordException(
            "shards %s and %s are not of one division of %s; name the folders of one run's shards"
                .formatted(part, new ShardNumber(1, finest), this));
      }
      if (!missing.remove(part)) {
        throw new RecordException(
            (part.index - index) % count == 0
                ? "shard " + part + " is there twice; name each shard's folder once"
                : "shard " + part + " is no part of " + this);
      }
    }
    if (!missing.isEmpty()) {
      throw new RecordException(
          "shard %s is missing: together the runs must be the whole of %s"
              .formatted(
                  String.join(", ", missing.stream().map(ShardNumber::toString).toList()), this));
    }
  }

  @Override
  public int compareTo(ShardNumber other) {
    return Comparator.comparingInt(ShardNumber::count)
        .thenComparingInt(ShardNumber::index)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
