package dev.nacoscapacity.simulator.workload;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One of several generators that share a fleet. Shards divide the <em>services</em>, not the
 * instances, so that each generator knows every instance of each service it lists and can judge the
 * answers alone.
 *
 * @param index which shard this is, from 1
 * @param count how many there are, at least 1
 */
public record Shard(int index, int count) {

  public static final Shard WHOLE = new Shard(1, 1);

  public Shard {
    if (count < 1 || index < 1 || index > count) {
      throw new IllegalArgumentException(
          "a shard is I/N with 1 <= I <= N, not " + index + "/" + count);
    }
  }

  /** Parses {@code I/N}, for example {@code 2/3}. */
  public static Shard parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length == 2) {
      try {
        return new Shard(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
      } catch (NumberFormatException e) {
        // The message below names the fault better.
      }
    }
    throw new IllegalArgumentException("a shard is I/N, for example 2/3, not '" + text + "'");
  }

  /** This shard in {@code parts} shards, which are disjoint and together all of it. */
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
