package dev.nacoscapacity.core.workload;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The part of a fleet that one of several generators simulates. Shards divide the
 * <em>services</em>, not the instances, so each generator can check the lists of its services
 * alone.
 *
 * @param index number of this shard, 1 to {@code count}
 * @param count number of shards, at least 1
 * @throws IllegalArgumentException when the index is not 1 to {@code count}
 */
public record Shard(int index, int count) {

  /** The only shard of a fleet that one generator simulates. */
  public static final Shard WHOLE = new Shard(1, 1);

  public Shard {
    if (count < 1 || index < 1 || index > count) {
      throw new IllegalArgumentException(
          "a shard is I/N with 1 <= I <= N, not " + index + "/" + count);
    }
  }

  /** Parses {@code I/N}, for example {@code 2/3}; anything else is an IllegalArgumentException. */
  public static Shard parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length == 2) {
      try {
        return new Shard(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
      } catch (NumberFormatException e) {
        // The message below describes the error better.
      }
    }
    throw new IllegalArgumentException("a shard is I/N, for example 2/3, not '" + text + "'");
  }

  /** Divides this shard into {@code parts} disjoint shards, which together are this shard. */
  public List<Shard> split(int parts) {
    return IntStream.range(0, parts)
        .mapToObj(part -> new Shard(index + part * count, count * parts))
        .toList();
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
