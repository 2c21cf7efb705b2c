package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.ClusterException;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Detects when a host name no longer resolves to the addresses that a run started with and keeps
 * using. Failed look-ups are ignored.
 */
final class NameWatch implements AutoCloseable {

  /** The lifetime of Java's DNS cache. */
  private static final int PERIOD_SECONDS = 30;

  private final Map<String, TreeSet<String>> addresses = new TreeMap<>();
  private final Function<String, ? extends Collection<InetAddress>> resolver;
  private final Consumer<String> changed;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("names", true));

  /**
   * @param servers resolved; IP addresses and loopback are not watched
   * @param resolver throws a {@link ClusterException} for a name that has no address
   * @param changed receives a warning, at most once for each name; called on the watch's thread
   */
  NameWatch(
      Collection<InetSocketAddress> servers,
      Function<String, ? extends Collection<InetAddress>> resolver,
      Consumer<String> changed) {
    this.resolver = resolver;
    this.changed = changed;
    for (InetSocketAddress server : servers) {
      String ip = server.getAddress().getHostAddress();
      if (!server.getHostString().equals(ip) && !server.getAddress().isLoopbackAddress()) {
        addresses.computeIfAbsent(server.getHostString(), name -> new TreeSet<>()).add(ip);
      }
    }
  }

  /** Starts to watch on a separate thread; does nothing when there are no names. */
  NameWatch start() {
    if (!addresses.isEmpty()) {
      thread.scheduleWithFixedDelay(this::look, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }
    return this;
  }

  void look() {
    addresses.entrySet().removeIf(name -> hasChanged(name.getKey(), name.getValue()));
  }

  private boolean hasChanged(String name, TreeSet<String> before) {
    try {
      TreeSet<String> now =
          resolver.apply(name).stream()
              .map(InetAddress::getHostAddress)
              .collect(Collectors.toCollection(TreeSet::new));
      if (now.equals(before)) {
        return false;
      }
      changed.accept(
          "WARNING: %s now stands for %s. The run keeps to the addresses that it began with, %s."
              .formatted(name, String.join(", ", now), String.join(", ", before)));
      return true;
    } catch (ClusterException e) {
      return false;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
