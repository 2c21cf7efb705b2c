package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * A hand-written history: a registry of three nodes that says what the test tells it to, a fleet of
 * eight instances in two services (even numbers in service 0, odd ones in service 1), and a clock.
 * Its answers take the way they take in the engine.
 */
final class ListHistory {

  static final int NODES = 3;
  private static final List<String> NAMES = List.of("node1", "node2", "node3");

  /** Near the end of a long, as {@code System.nanoTime} may be. */
  private static final long ORIGIN = Long.MAX_VALUE - 15_000_000_000L;

  final Fleet fleet = Workloads.fleet(8, 2);
  final ExpectedState expected;
  final RegistryView view;
  private long now = ORIGIN;

  /** By node: what it lists, by ip:port, and whether as healthy. */
  private final List<Map<String, Boolean>> nodes = new ArrayList<>();

  ListHistory() {
    this(GracePeriods.DEFAULT);
  }

  private ListHistory(GracePeriods limits) {
    view = new RegistryView(fleet, NODES, limits, ORIGIN);
    expected = view.expected();
    for (int node = 0; node < NODES; node++) {
      nodes.add(new TreeMap<>());
    }
  }

  /** A history in which all is registered, due and seen: 20 s have passed. */
  static ListHistory complete() {
    return complete(GracePeriods.DEFAULT);
  }

  static ListHistory complete(GracePeriods limits) {
    ListHistory history = new ListHistory(limits);
    for (int instance = 0; instance < history.fleet.size(); instance++) {
      history.register(instance);
    }
    for (int second = 1; second <= 20; second++) {
      history.at(second);
      for (int instance = 0; second % 5 == 0 && instance < history.fleet.size(); instance++) {
        history.expected.beatWritten(instance, history.now());
      }
      history.answers();
      history.tick();
    }
    history.view.beginWindow(history.now());
    return history;
  }

  long now() {
    return now;
  }

  long ns(double seconds) {
    return ORIGIN + (long) (seconds * 1e9);
  }

  void at(double seconds) {
    now = ns(seconds);
  }

  void later(double seconds) {
    now += (long) (seconds * 1e9);
  }

  /** Registers, with every node listing it at once. */
  void register(int instance) {
    acknowledge(instance);
    for (int node = 0; node < NODES; node++) {
      shows(node, instance, true);
    }
  }

  void acknowledge(int instance) {
    expected.registering(instance);
    expected.registered(instance, now);
  }

  void deregister(int instance) {
    expected.deregistering(instance);
    expected.deregistered(instance, now);
  }

  void shows(int node, int instance, boolean healthy) {
    nodes.get(node).put(fleet.ip(instance) + ":" + fleet.port(instance), healthy);
  }

  void showsStranger(int node, String address) {
    nodes.get(node).put(address, true);
  }

  void hides(int node, int instance) {
    nodes.get(node).remove(fleet.ip(instance) + ":" + fleet.port(instance));
  }

  /** Every node answers for every service. */
  void answers() {
    for (int node = 0; node < NODES; node++) {
      answers(node);
    }
  }

  void answers(int node) {
    for (int service = 0; service < fleet.services(); service++) {
      answer(service, node, now);
    }
  }

  /** As an engine does it: counted in passing, or read whole when that is wanted. */
  void answer(int service, int node, long askedAt) {
    byte[] body = body(service, node);
    if (view.wantsIdentity(service, node, now)) {
      identify(service, node, body, askedAt);
      return;
    }
    HostCounter counter = new HostCounter();
    counter.add(body, 0, body.length);
    if (counter.plausible()) {
      view.listed(service, node, counter.hosts(), counter.healthy(), askedAt);
    } else {
      view.notCounted(service, node);
    }
  }

  /** An answer that was asked for at some moment is read whole now. */
  void identifiesLate(int service, int node, long askedAt) {
    identify(service, node, body(service, node), askedAt);
  }

  void sweep() {
    view.nextToSweep(
        now,
        now,
        Integer.MAX_VALUE,
        (service, node) -> identify(service, node, body(service, node), now));
  }

  /** What each node listed since the last tick. */
  List<RegistryStats> tick() {
    RunStats second = new RunStats(NAMES);
    view.tick(now, second);
    return List.copyOf(second.registry().values());
  }

  /** What each node has of a figure since the last tick. */
  List<Long> tick(RegistryCount figure) {
    return tick().stream().map(node -> node.count(figure)).toList();
  }

  /** That each node has these two figures since the last tick. */
  void assertEach(RegistryCount figure, long count, RegistryCount other, long otherCount) {
    assertThat(tick())
        .extracting(node -> node.count(figure), node -> node.count(other))
        .containsOnly(tuple(count, otherCount));
  }

  /**
   * What the window came to.
   *
   * @param nodes the worst of each
   */
  record Summary(List<RegistryStats> nodes, Histogram beatGaps, RegistryView.Findings findings) {

    int keptBeatingYetDropped() {
      return findings.keptBeatingYetDropped();
    }

    int neverAppeared() {
      return findings.neverAppeared();
    }

    long worst(RegistryCount figure) {
      return RegistryStats.worst(nodes).count(figure);
    }
  }

  Summary summary() {
    RegistryView.Findings findings = view.findings(NAMES, now);
    return new Summary(
        List.copyOf(findings.listed().registry().values()),
        findings.listed().histogram(FleetDuration.BEAT_GAP),
        findings);
  }

  long worst(RegistryCount figure) {
    return summary().worst(figure);
  }

  /** The worst in the window that no stall explains. */
  long beyondStalls(RegistryCount figure) {
    return summary().findings().beyondStalls().count(figure);
  }

  /** Seconds pass in which every node answers. */
  void watch(int seconds) {
    for (int second = 0; second < seconds; second++) {
      later(1);
      answers();
      tick();
    }
  }

  /** The generator stands still. */
  void stalls(double seconds) {
    long from = now;
    later(seconds);
    view.stalled(now - from, now);
  }

  /** What a node listed, drops left out. */
  static RegistryStats listed(
      Integer present,
      Integer healthy,
      int missing,
      int unhealthy,
      int unknownInstanceBeats,
      int unknown) {
    RegistryStats listed = new RegistryStats();
    listed.set(RegistryCount.EXPECTED, 8L);
    if (present != null) {
      listed.set(RegistryCount.PRESENT, present);
      listed.set(RegistryCount.HEALTHY, healthy);
    }
    listed.set(RegistryCount.MISSING, (long) missing);
    listed.set(RegistryCount.UNHEALTHY, (long) unhealthy);
    listed.set(RegistryCount.UNKNOWN_INSTANCE_BEATS, (long) unknownInstanceBeats);
    listed.set(RegistryCount.STALE, 0L);
    listed.set(RegistryCount.DIVERGENT, 0L);
    listed.set(RegistryCount.UNKNOWN, (long) unknown);
    return listed;
  }

  static RegistryStats withoutDrops(RegistryStats listed) {
    listed.forget(RegistryCount.DROPS);
    return listed;
  }

  private void identify(int service, int node, byte[] body, long askedAt) {
    IdentityScan.of(fleet, service, new JsonListing(body))
        .ifPresent(scan -> view.identified(service, node, scan, askedAt, now));
  }

  private byte[] body(int service, int node) {
    StringJoiner hosts = new StringJoiner(",", "{\"hosts\":[", "]}");
    nodes.get(node).forEach((address, healthy) -> addHost(hosts, service, address, healthy));
    return hosts.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void addHost(StringJoiner hosts, int service, String address, boolean healthy) {
    String[] parts = address.split(":");
    int port = Integer.parseInt(parts[1]);
    int instance = fleet.instanceAt(Ipv4.parse(parts[0]), port);
    if (instance < 0 ? service == 0 : fleet.serviceOf(instance) == service) {
      hosts.add("{\"ip\":\"%s\",\"port\":%d,\"healthy\":%b}".formatted(parts[0], port, healthy));
    }
  }
}
