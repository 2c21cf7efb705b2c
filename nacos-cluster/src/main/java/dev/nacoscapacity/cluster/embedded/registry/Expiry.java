package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
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
  private final Consumer<Datum> removed;

  Expiry(Loop loop, Members members, Registry registry, Consumer<Datum> removed) {
    this.loop = loop;
    this.members = members;
    this.registry = registry;
    this.removed = removed;
  }

  void watch(Service service) {
    loop.after(PERIOD, () -> check(service));
  }

  private void check(Service service) {
    watch(service);
    if (!members.responsible(service.key().name())) {
      return;
    }
    long now = loop.millis();
    boolean marked = false;
    Datum datum = service.heartbeat();
    for (InstanceState state : datum.instances()) {
      InstanceSpec spec = state.spec();
      if (spec.ephemeral() && state.silentFor(spec.beatTimeoutMillis(), now)) {
        marked |= state.setHealthy(false);
      }
    }
    boolean anyRemoved =
        datum.removeIf(
            state ->
                state.spec().ephemeral()
                    && state.silentFor(state.spec().deleteTimeoutMillis(), now));
    if (marked) {
      datum.changed();
    }
    if (marked || anyRemoved) {
      registry.changed(service);
    }
    if (anyRemoved) {
      removed.accept(datum);
    }
  }
}
