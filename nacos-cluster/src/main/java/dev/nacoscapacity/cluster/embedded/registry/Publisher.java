package dev.nacoscapacity.cluster.embedded.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The instances of one connection, which live as long as it does, on the node that has it. After
 * Nacos 2's {@code ConnectionBasedClient}. Confined to the node's thread.
 */
public final class Publisher {

  private final Registry registry;
  private final Origin origin;
  private final Consumer<Datum> written;
  private final Map<ServiceKey, List<InstanceSpec>> published = new HashMap<>();

  Publisher(Registry registry, Origin origin, Consumer<Datum> written) {
    this.registry = registry;
    this.origin = origin;
    this.written = written;
  }

  /** Publishes instances of a service in place of those it had. */
  public void publish(ServiceKey key, List<InstanceSpec> instances) {
    Datum share = registry.obtain(key).share(origin);
    List<InstanceSpec> before = published.put(key, List.copyOf(instances));
    if (before != null) {
      remove(share, before);
    }
    instances.forEach(spec -> share.put(InstanceState.bound(spec, this)));
    written.accept(share);
  }

  /** Withdraws all it has of a service. */
  public void withdraw(ServiceKey key) {
    List<InstanceSpec> before = published.remove(key);
    if (before != null) {
      Datum share = registry.obtain(key).share(origin);
      remove(share, before);
      written.accept(share);
    }
  }

  /** The same instance may have been published again by the client's next connection. */
  private void remove(Datum share, List<InstanceSpec> instances) {
    for (InstanceSpec spec : instances) {
      InstanceState held = share.find(spec.key());
      if (held != null && held.publishedBy(this)) {
        share.remove(spec.key());
      }
    }
  }

  /** The connection is gone. */
  public void close() {
    List.copyOf(published.keySet()).forEach(this::withdraw);
  }
}
