package dev.nacoscapacity.simulator.verify;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * One service as listed by one node. Event loops write what they read; the run's thread takes the
 * worst figures since its last call, so that no deviation in between is lost.
 *
 * <p>An answer is as old as its request: a cell counts as read at the time of the request.
 */
final class ServiceOnNode {

  /**
   * Minimum time between two scans of a deviating cell, since parsing costs a thousand times as
   * much as counting.
   */
  private static final long IDENTITY_EVERY = TimeUnit.SECONDS.toNanos(2);

  private static final long LONG_AGO = TimeUnit.DAYS.toNanos(1);

  private static final AtomicLongFieldUpdater<ServiceOnNode> LOWEST =
      AtomicLongFieldUpdater.newUpdater(ServiceOnNode.class, "lowest");
  private static final AtomicReferenceFieldUpdater<ServiceOnNode, Deviation> DEVIATION =
      AtomicReferenceFieldUpdater.newUpdater(ServiceOnNode.class, Deviation.class, "deviation");
  private static final AtomicReferenceFieldUpdater<ServiceOnNode, Deviation> WORST =
      AtomicReferenceFieldUpdater.newUpdater(ServiceOnNode.class, Deviation.class, "worst");

  private volatile long readAt;
  private volatile long identifiedAt;
  private volatile long wholeAt;
  private volatile boolean needsScan;
  private volatile long counts;
  private volatile long lowest = HostCounts.MOST;
  private volatile Deviation deviation = Deviation.NONE;
  private volatile Deviation worst = Deviation.NONE;

  ServiceOnNode(long now) {
    this.readAt = now - LONG_AGO;
    this.identifiedAt = now - LONG_AGO;
    this.wholeAt = now - LONG_AGO;
  }

  /** The counts of an answer; within the expected state's bounds or not. */
  void counted(int present, int healthy, long askedAt) {
    long read = HostCounts.of(present, healthy);
    counts = read;
    long low = lowest;
    if (present < HostCounts.present(low) || healthy < HostCounts.healthy(low)) {
      LOWEST.accumulateAndGet(this, read, HostCounts::lower);
    }
    if (askedAt - readAt > 0) {
      readAt = askedAt;
    }
  }

  /**
   * The counts of an answer were outside of the bounds: only a scan by identity clears the cell.
   */
  void deviates(Deviation byCount) {
    DEVIATION.accumulateAndGet(this, byCount, Deviation::worst);
    WORST.accumulateAndGet(this, byCount, Deviation::worst);
    needsScan = true;
  }

  /** An answer contained all due instances. */
  void whole(long askedAt) {
    if (askedAt - wholeAt > 0) {
      wholeAt = askedAt;
    }
  }

  /** Request time of the newest complete answer. */
  long wholeAt() {
    return wholeAt;
  }

  /** An answer could not be counted. */
  void notCounted() {
    needsScan = true;
  }

  void identified(Deviation byIdentity, long askedAt) {
    // Set first, so that a concurrent deviation keeps the cell marked for a scan.
    needsScan = !byIdentity.isNone();
    deviation = byIdentity;
    WORST.accumulateAndGet(this, byIdentity, Deviation::worst);
    if (askedAt - identifiedAt > 0) {
      identifiedAt = askedAt;
    }
  }

  boolean wantsIdentity(long now) {
    return needsScan && now - identifiedAt >= IDENTITY_EVERY;
  }

  long readAt() {
    return readAt;
  }

  long identifiedAt() {
    return identifiedAt;
  }

  Deviation deviation() {
    return deviation;
  }

  /** The lowest counts since the last call. */
  long takeLowest() {
    return HostCounts.lower(LOWEST.getAndSet(this, HostCounts.MOST), counts);
  }

  /** The worst deviation since the last call. */
  Deviation takeWorst() {
    return deviation.worst(WORST.getAndSet(this, Deviation.NONE));
  }
}
