package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.core.workload.Shard;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Numbers the instances of services of unequal sizes. Services are numbered from the largest to the
 * smallest. Row {@code r} contains the {@code r}th instance of every service that has more than
 * {@code r} instances, and instances are numbered row by row. Successive rows of equal width form a
 * step, so a fleet has one step for each distinct size. All numbers begin at 0.
 */
final class InstanceRows {

  /** By step: the first row, the width of the rows, and the first instance. */
  private final int[] row;

  private final int[] width;
  private final int[] first;
  private final int instances;

  /**
   * @param sizes number of services of the whole fleet by number of instances
   * @param shard the shard to number, which has every {@code count}th service
   */
  InstanceRows(NavigableMap<Integer, Integer> sizes, Shard shard) {
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

  int instanceOf(int service, int position) {
    int step = last(row, position);
    return first[step] + (position - row[step]) * width[step] + service;
  }

  /** The number of instances of a service. */
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

  /** The last step whose entry in {@code begins} is not above a number. */
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
