package dev.nacoscapacity.simulator.proc;

import com.sun.management.GarbageCollectionNotificationInfo;
import dev.nacoscapacity.core.record.Generator.GcPause;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Pauses of this JVM's collector, from its notifications, and the peak heap usage. */
final class HeapWatch implements AutoCloseable {

  private final NotificationListener listener = this::handle;
  private final Set<String> heapPools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());
  private long pauses;
  private long totalMillis;
  private long maxMillis;
  private long heapMax;

  HeapWatch() {
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
      }
    }
  }

  /** Samples the heap now, since there are no notifications between collections. */
  void sample() {
    sawHeap(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  synchronized void restart() {
    pauses = 0;
    totalMillis = 0;
    maxMillis = 0;
    heapMax = 0;
  }

  synchronized GcPause pauses() {
    return new GcPause(pauses, totalMillis, maxMillis);
  }

  synchronized long heapMaxBytes() {
    return heapMax;
  }

  /** Called for each collection; cycles of the concurrent collectors cause no pause. */
  synchronized void collected(String collector, long millis, long heapBefore) {
    if (!collector.endsWith(" Cycles")) {
      pauses++;
      totalMillis += millis;
      maxMillis = Math.max(maxMillis, millis);
    }
    sawHeap(heapBefore);
  }

  @Override
  public void close() {
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
          // Closed already.
        }
      }
    }
  }

  private synchronized void sawHeap(long used) {
    heapMax = Math.max(heapMax, used);
  }

  private void handle(Notification notification, Object handback) {
    if (notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      var info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
      long before = 0;
      Map<String, MemoryUsage> pools = info.getGcInfo().getMemoryUsageBeforeGc();
      for (Map.Entry<String, MemoryUsage> pool : pools.entrySet()) {
        before += heapPools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
      }
      collected(info.getGcName(), info.getGcInfo().getDuration(), before);
    }
  }
}
