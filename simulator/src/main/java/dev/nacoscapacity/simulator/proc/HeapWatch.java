package dev.nacoscapacity.simulator.proc;

import com.sun.management.GarbageCollectionNotificationInfo;
import dev.nacoscapacity.core.record.Generator.GcPause;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Pauses of this JVM's collector, from its notifications, and the peak heap usage. */
final class HeapWatch implements AutoCloseable {

  private final NotificationListener listener = this::handle;
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

  /** Samples the heap now. */
  synchronized void sample() {
    heapMax = Math.max(heapMax, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
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
  synchronized void collected(String collector, long millis) {
    if (!collector.endsWith(" Cycles")) {
      pauses++;
      totalMillis += millis;
      maxMillis = Math.max(maxMillis, millis);
    }
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

  private void handle(Notification notification, Object handback) {
    if (notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      var info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
      collected(info.getGcName(), info.getGcInfo().getDuration());
    }
  }
}
