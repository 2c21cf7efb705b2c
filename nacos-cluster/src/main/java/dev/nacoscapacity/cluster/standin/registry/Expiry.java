package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Checks each service every 5 s from when the node first knew it: if this node owns the service,
 * instances without a beat become unhealthy and are removed later, at the times of {@link
 * dev.nacoscapacity.core.workload.BeatTime}. After Nacos's {@code ClientBeatCheckTask}: a node that
 * becomes the owner uses the beat times of the last copy that it received.
 *
 * @param thread on which services are checked, one after the other
 * @param removed receives each datum from which instances were removed
 */
record Expiry(
    Loop loop, Members members, Registry registry, Executor thread, Consumer<Datum> removed) {

  private static final Duration PERIOD = Duration.ofSeconds(5);

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
    boolean anyRemoved = false;
    Datum datum = service.heartbeat();
    for (InstanceState instance : datum.table().silent(now)) {
      InstanceSpec spec = instance.spec();
      long silence = now - instance.lastBeat();
      if (spec.ephemeral() && silence > spec.beatTimeoutMillis()) {
        marked |= datum.setHealthy(spec.key(), false);
      }
      if (spec.ephemeral() && silence > spec.deleteTimeoutMillis()) {
        anyRemoved |= datum.remove(spec.key());
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
