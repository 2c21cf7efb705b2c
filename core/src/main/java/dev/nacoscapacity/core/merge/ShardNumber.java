package dev.nacoscapacity.core.merge;

import dev.nacoscapacity.core.record.RecordException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The part of a fleet that a run simulated, {@code I/N} in its record: the services whose number,
 * counted from 1, is {@code I} modulo {@code N}.
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
   * Requires the parts to be disjoint and to add up to a whole fleet.
   *
   * @param parts one or more
   * @throws RecordException naming a part that is missing or duplicate
   */
  static void requireWhole(List<ShardNumber> parts) {
    Set<ShardNumber> numbers = new HashSet<>();
    int count = parts.get(0).count;
    for (ShardNumber part : parts) {
      if (part.count != count) {
        throw new RecordException(
            "shards %s and %s are not of one division of a fleet; name the folders of one run's"
                    .formatted(parts.get(0), part)
                + " shards");
      }
      if (!numbers.add(part)) {
        throw new RecordException("shard " + part + " is there twice; name each folder once");
      }
    }
    String missing =
        IntStream.rangeClosed(1, count)
            .mapToObj(index -> new ShardNumber(index, count))
            .filter(part -> !numbers.contains(part))
            .map(ShardNumber::toString)
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      throw new RecordException(
          "shard " + missing + " is missing: together the runs must be the whole of a fleet");
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
