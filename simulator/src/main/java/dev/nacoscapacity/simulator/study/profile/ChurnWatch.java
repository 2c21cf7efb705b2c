package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.time.Signal;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.simulator.study.profile.ShapeReader.ListedService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads services repeatedly, at the rate of the given client, and counts the instances that appear
 * and disappear between readings.
 */
final class ChurnWatch {

  /** Minimum time between the starts of two readings. */
  private static final Duration MIN_INTERVAL = Duration.ofSeconds(10);

  private final AdminClient node;
  private final List<ListedService> sample;
  private final Time time;
  private final Consumer<String> progress;

  private long arrivals;
  private long departures;
  private long instances;
  private int readings;

  /** The addresses in each service. */
  private record Reading(long at, List<Set<String>> addresses) {}

  /**
   * @param sample services whose instances are compared by address
   */
  ChurnWatch(AdminClient node, List<ListedService> sample, Time time, Consumer<String> progress) {
    this.node = node;
    this.sample = sample;
    this.time = time;
    this.progress = progress;
  }

  /**
   * Watches for {@code length}, or until {@code stop} is raised.
   *
   * @return a comment for the head of a profile
   */
  String watch(Duration length, Signal stop) {
    long start = time.nanos();
    Optional<Reading> first = Optional.empty();
    Optional<Reading> last = Optional.empty();
    // The last reading is the one nearest to the end.
    long end = start + length.toNanos() + MIN_INTERVAL.toNanos() / 2;
    do {
      long roundStart = time.nanos();
      Optional<Reading> next = read(stop);
      if (next.isPresent()) {
        last.ifPresent(before -> compare(before, next.get()));
        first = first.or(() -> next);
        last = next;
      }
      pause(Duration.ofNanos(roundStart + MIN_INTERVAL.toNanos() - time.nanos()), stop);
    } while (!stop.isRaised() && time.nanos() - end < 0);
    return readings == 0
        ? "Watched for too short a time to say what comes and goes."
        : about((last.get().at() - first.get().at()) / 1_000_000 / 60_000.0);
  }

  /**
   * @param minutes from the first reading to the last
   */
  private String about(double minutes) {
    return NumberText.of(
        "Watched for %s min: of %s of these services, %,d came and %,d left, %s and %s a minute.",
        NumberText.decimal(minutes),
        NumberText.counted((int) (instances / readings), "instance", "instances"),
        arrivals,
        departures,
        NumberText.decimal(arrivals / minutes),
        NumberText.decimal(departures / minutes));
  }

  /** Takes a reading; empty when stopped, or when the registry does not answer. */
  private Optional<Reading> read(Signal stop) {
    try {
      long at = time.nanos();
      List<Set<String>> addresses = new ArrayList<>();
      for (ListedService each : sample) {
        addresses.add(
            node.instances(each.namespace(), each.service().service()).stream()
                .map(instance -> instance.ip() + ':' + instance.port())
                .collect(Collectors.toSet()));
        if (stop.isRaised()) {
          return Optional.empty();
        }
      }
      return Optional.of(new Reading(at, addresses));
    } catch (AdminException e) {
      progress.accept("left out, since the registry did not answer: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void compare(Reading before, Reading after) {
    for (int service = 0; service < sample.size(); service++) {
      Set<String> earlier = before.addresses().get(service);
      Set<String> now = after.addresses().get(service);
      arrivals += now.stream().filter(each -> !earlier.contains(each)).count();
      departures += earlier.stream().filter(each -> !now.contains(each)).count();
      instances += now.size();
    }
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
