package dev.nacoscapacity.simulator.workload;

import java.util.Map;
import java.util.NavigableMap;

/**
 * The numbers of instances whose services have sizes of their own. Services are numbered from the
 * largest to the smallest; row {@code r} has the {@code r}th instance of every service that has so
 * many, and instances are numbered row by row. Rows of one width form a step, so that a fleet has
 * as many steps as it has sizes.
 */
final class Rows {

  /** By step: its first row, how wide its rows are, and its first instance. */
  private final int[] row;

  private final int[] width;
  private final int[] first;
  private final int instances;

  /**
   * @param sizes how many services of the whole fleet have so many instances
   * @param shard whose every {@code count}th service is looked at
   */
  Rows(NavigableMap<Integer, Integer> sizes, Shard shard) {
    int steps = sizes.size();
    row = new int[steps + 1];
    width = new int[steps];
    first = new int[steps + 1];
    int services = sizes.values().stream().mapToInt(Integer::intValue).sum();
    int step = 0;
    for (Map.Entry<Integer, Integer> size : sizes.entrySet()) {
      width[step] = Math.max(0, (services - shard.index() + shard.count()) / shard.count());
      row[step + 1] = size.getKey();
      first[step + 1] =
          Math.addExact(first[step], Math.multiplyExact(row[step + 1] - row[step], width[step]));
      services -= size.getValue();
      step++;
    }
    instances = first[steps];
  }

  int instances() {
    return instances;
  }

  int services() {
    return width[0];
  }

  int serviceOf(int instance) {
    int step = last(first, instance);
    return (instance - first[step]) % width[step];
  }

  int rowOf(int instance) {
    int step = last(first, instance);
    return row[step] + (instance - first[step]) / width[step];
  }

  int instanceOf(int service, int inRow) {
    int step = last(row, inRow);
    return first[step] + (inRow - row[step]) * width[step] + service;
  }

  /** How many rows a service is in. */
  int sizeOf(int service) {
    int low = 0;
    int high = width.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (width[middle] > service) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return row[low + 1];
  }

  /** The last step that begins at a number or before it. */
  private int last(int[] begins, int number) {
    int low = 0;
    int high = width.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (begins[middle] <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
