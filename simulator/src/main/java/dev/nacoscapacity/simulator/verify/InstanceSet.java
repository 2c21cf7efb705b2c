package dev.nacoscapacity.simulator.verify;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** A set of instance numbers that several threads change; a bit for each instance. */
final class InstanceSet {

  private final AtomicIntegerArray bits;
  private final AtomicInteger size = new AtomicInteger();

  InstanceSet(int instances) {
    this.bits = new AtomicIntegerArray((instances + 31) / 32);
  }

  /** Adds an instance; returns whether it was absent. */
  boolean add(int instance) {
    int bit = 1 << instance;
    int was = bits.getAndAccumulate(instance >>> 5, bit, (a, b) -> a | b);
    boolean added = (was & bit) == 0;
    if (added) {
      size.incrementAndGet();
    }
    return added;
  }

  void remove(int instance) {
    int bit = 1 << instance;
    if ((bits.get(instance >>> 5) & bit) == 0) {
      return;
    }
    int was = bits.getAndAccumulate(instance >>> 5, bit, (a, b) -> a & ~b);
    if ((was & bit) != 0) {
      size.decrementAndGet();
    }
  }

  boolean contains(int instance) {
    return (bits.get(instance >>> 5) & 1 << instance) != 0;
  }

  int size() {
    return size.get();
  }

  /** A change meanwhile may be lost. */
  void clear() {
    for (int i = 0; i < bits.length(); i++) {
      bits.set(i, 0);
    }
    size.set(0);
  }
}
