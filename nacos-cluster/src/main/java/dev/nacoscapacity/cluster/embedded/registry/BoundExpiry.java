package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Drops the copies of connection-bound instances whose node has not been heard of for three
 * minutes. After Nacos 2's {@code ConnectionBasedClientManager.ExpiredClientCleaner}.
 */
final class BoundExpiry {

  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration EXPIRED = Duration.ofMinutes(3);

  private final Loop loop;
  private final Registry registry;
  private final Origin self;
  private final Map<Origin, Long> heard = new HashMap<>();

  BoundExpiry(Loop loop, Registry registry, Origin self) {
    this.loop = loop;
    this.registry = registry;
    this.self = self;
  }

  void start() {
    loop.after(PERIOD, this::check);
  }

  /** The node told that it still has its connections. */
  void renew(Origin origin) {
    heard.put(origin, loop.millis());
  }

  private void check() {
    loop.after(PERIOD, this::check);
    for (Service service : registry.services()) {
      for (Datum share : service.shares()) {
        if (expired(share.origin()) && service.drop(share.origin())) {
          registry.changed(service);
        }
      }
    }
  }

  private boolean expired(Origin origin) {
    return !origin.equals(Origin.OWNER)
        && !origin.equals(self)
        && loop.millis() - heard.computeIfAbsent(origin, o -> loop.millis()) > EXPIRED.toMillis();
  }
}
