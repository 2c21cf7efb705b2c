package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Checks each service every 5 s from when the node first knew it: if this node owns the service,
 * instances without a beat become unhealthy and are removed later. After Nacos's {@code
 * ClientBeatCheckTask}: a node that becomes the owner uses the beat times of the last copy that it
 * received.
 */
final class Expiry {

  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final Loop loop;
  private final Members members;
  private final Registry registry;
  private final Executor thread;
  private final Consumer<Datum> removed;

  /**
   * @param thread on which services are checked, one after the other
   * @param removed receives each datum from which instances were removed
   */
  Expiry(Loop loop, Members members, Registry registry, Executor thread, Consumer<Datum> removed) {
    this.loop = loop;
    this.members = members;
    this.registry = registry;
    this.thread = thread;
    this.removed = removed;
  }

  void watch(Service service) {
    loop.after(PERIOD, () -> due(service));
  }

  private void due(Service service) {
    watch(service);
    if (members.responsible(service.key().name())) {
      thread.execute(() -> check(service));
    }
  }

  private void check(Service service) {
    if (!members.responsible(service.key().name())) {
      return;
    }
    long now = loop.millis();
    boolean marked = false;
    Datum datum = service.heartbeat();
    boolean anyRemoved = false;
    for (int place = 0; place < datum.table().places(); place++) {
      InstanceTable table = datum.table();
      InstanceSpec spec = table.mayBeSilent(place, now) ? table.spec(place) : null;
      if (spec == null || !spec.ephemeral()) {
        continue;
      }
      long silence = now - table.lastBeat(place);
      if (silence > spec.beatTimeoutMillis()) {
        marked |= datum.setHealthy(place, false);
      }
      if (silence > spec.deleteTimeoutMillis()) {
        datum.removeAt(place);
        anyRemoved = true;
      }
    }
    if (marked || anyRemoved) {
      registry.changed(service);
    }
    if (anyRemoved) {
      removed.accept(datum);
    }
  }
}
