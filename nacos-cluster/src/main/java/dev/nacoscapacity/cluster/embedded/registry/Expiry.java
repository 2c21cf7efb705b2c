package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Looks at each service every 5 s from when the node first knew it, and marks and removes the
 * instances that fell silent, if this node owns the service. After Nacos's {@code
 * ClientBeatCheckTask}: a node that becomes the owner goes by the times of the last copy it got.
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
    Datum share = service.beaten();
    for (InstanceState held : share.instances()) {
      InstanceSpec spec = held.spec();
      if (spec.ephemeral() && held.silentFor(spec.beatTimeoutMillis(), now)) {
        marked |= held.setHealthy(false);
      }
    }
    boolean anyRemoved =
        share.removeIf(
            held ->
                held.spec().ephemeral() && held.silentFor(held.spec().deleteTimeoutMillis(), now));
    if (marked) {
      share.changed();
    }
    if (marked || anyRemoved) {
      registry.changed(service);
    }
    if (anyRemoved) {
      removed.accept(share);
    }
  }
}
