package dev.nacoscapacity.cluster.proxy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Computes when each chunk of one direction of a connection may leave: with latency, in order, and
 * at a limited rate.
 */
final class LinkPacer {

  private final DoubleSupplier random;
  private long leaves;
  private long lineFree;

  /**
   * @param random 0 to 1
   * @param now in nanoseconds
   */
  LinkPacer(DoubleSupplier random, long now) {
    this.random = random;
    this.leaves = now;
    this.lineFree = now;
  }

  /**
   * Forgets the chunks that were paced so far, to pace the pending ones again under other
   * conditions.
   */
  void restart(long now) {
    leaves = now;
    lineFree = now;
  }

  /**
   * The moment at which a chunk that came now may leave; never before one that was paced earlier.
   */
  long leave(NetworkConditions conditions, int bytes, long now) {
    long sent = now;
    if (conditions.bytesPerSecond() > 0) {
      lineFree =
          later(lineFree, now) + bytes * TimeUnit.SECONDS.toNanos(1) / conditions.bytesPerSecond();
      sent = lineFree;
    }
    leaves = later(leaves, sent + delay(conditions).toNanos());
    return leaves;
  }

  private Duration delay(NetworkConditions conditions) {
    long jitter = (long) (conditions.jitter().toNanos() * random.getAsDouble());
    return conditions.latency().plusNanos(jitter);
  }

  private static long later(long one, long other) {
    return one - other > 0 ? one : other;
  }
}
