package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.InstanceView;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.core.time.Signal;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.simulator.study.profile.ShapeReader.ListedService;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads a registry repeatedly, at the rate of the given client, and counts the instances that
 * appear and disappear between readings.
 */
final class ChurnWatch {

  /** Minimum time between the starts of two readings. */
  private static final Duration MIN_INTERVAL = Duration.ofSeconds(10);

  private final AdminClient node;
  private final List<String> namespaces;
  private final List<ListedService> sample;
  private final Time time;
  private final Consumer<String> progress;

  private long countedCame;
  private long countedLeft;
  private long namedCame;
  private long namedLeft;
  private long instances;
  private int readings;

  /** One reading: the counts of all services, and the addresses in the sampled ones. */
  private record Reading(
      long at, Map<String, Integer> counts, Map<String, Set<String>> identities) {}

  /**
   * @param sample services whose instances are compared by address
   */
  ChurnWatch(
      AdminClient node,
      List<String> namespaces,
      List<ListedService> sample,
      Time time,
      Consumer<String> progress) {
    this.node = node;
    this.namespaces = namespaces;
    this.sample = sample;
    this.time = time;
    this.progress = progress;
  }

  /** Watches for {@code length}, or until {@code stop} is raised. */
  Churn watch(Duration length, Signal stop) {
    long start = time.nanos();
    Reading first = null;
    Reading last = null;
    // The last reading is the one nearest to the end.
    long end = start + length.toNanos() + MIN_INTERVAL.toNanos() / 2;
    do {
      long roundStart = time.nanos();
      Reading next = read(stop);
      if (next != null) {
        first = first == null ? next : first;
        if (last != null) {
          compare(last, next);
        }
        last = next;
      }
      pause(Duration.ofNanos(roundStart + MIN_INTERVAL.toNanos() - time.nanos()), stop);
    } while (!stop.isRaised() && time.nanos() - end < 0);
    return new Churn(
        first == null ? Duration.ZERO : Duration.ofNanos(last.at() - first.at()),
        new Churn.Moves(countedCame, countedLeft),
        new Churn.Moves(namedCame, namedLeft),
        readings == 0 ? 0 : (int) (instances / readings));
  }

  /** Takes a reading; returns null when stopped, or when the registry does not answer. */
  private Reading read(Signal stop) {
    try {
      long at = time.nanos();
      Map<String, Integer> counts = new HashMap<>();
      for (String namespace : namespaces) {
        for (ServiceCount service : node.services(namespace)) {
          counts.put(namespace + '\n' + service.service(), service.instances());
        }
        if (stop.isRaised()) {
          return null;
        }
      }
      Map<String, Set<String>> identities = new HashMap<>();
      for (ListedService each : sample) {
        String service = each.service().service();
        identities.put(
            each.namespace() + '\n' + service,
            node.instances(each.namespace(), service).stream()
                .map(ChurnWatch::identity)
                .collect(Collectors.toSet()));
        if (stop.isRaised()) {
          return null;
        }
      }
      return new Reading(at, counts, identities);
    } catch (AdminException e) {
      progress.accept("left out, since the registry did not answer: " + e.getMessage());
      return null;
    }
  }

  private static String identity(InstanceView instance) {
    return instance.ip() + ':' + instance.port();
  }

  private void compare(Reading before, Reading after) {
    Set<String> services = new HashSet<>(before.counts().keySet());
    services.addAll(after.counts().keySet());
    for (String service : services) {
      int diff = after.counts().getOrDefault(service, 0) - before.counts().getOrDefault(service, 0);
      countedCame += Math.max(0, diff);
      countedLeft += Math.max(0, -diff);
    }
    after
        .identities()
        .forEach(
            (service, now) -> {
              Set<String> earlier = before.identities().get(service);
              namedCame += now.stream().filter(each -> !earlier.contains(each)).count();
              namedLeft += earlier.stream().filter(each -> !now.contains(each)).count();
              instances += now.size();
            });
    readings++;
  }

  private void pause(Duration remaining, Signal stop) {
    try {
      if (!remaining.isNegative()) {
        time.await(stop, remaining);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop.raise();
    }
  }
}
