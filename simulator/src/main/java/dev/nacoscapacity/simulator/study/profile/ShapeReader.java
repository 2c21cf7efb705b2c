package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.InstanceTraits;
import dev.nacoscapacity.cluster.admin.PublisherCount;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.admin.SubscriberView;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads how large all services of a registry are, from its catalogue, and of some of each size what
 * their instances say and who subscribes to them.
 */
final class ShapeReader {

  /** Such as {@code Nacos-Java-Client:v2.5.1}. */
  private static final Pattern MAJOR_VERSION = Pattern.compile(":v?(\\d+)\\.");

  private final AdminClient node;
  private final int sample;
  private final Consumer<String> progress;

  private boolean publishersSeen = true;
  private boolean subscribersSeen = true;
  private int publishers;
  private int grpcPublishers;
  private List<Found> chosen = List.of();
  private final Set<String> clients = new HashSet<>();
  private final Set<String> grpcClients = new HashSet<>();

  /** A service that has instances. */
  record Found(String namespace, ServiceCount service) {}

  /**
   * @param node asked at its client's pace
   * @param sample how many services to look at, at least 1
   */
  ShapeReader(AdminClient node, int sample, Consumer<String> progress) {
    this.node = node;
    this.sample = sample;
    this.progress = progress;
  }

  /**
   * Reads namespaces.
   *
   * @throws AdminException when the registry does not answer, or not that
   */
  Shape read(List<String> namespaces) {
    List<Found> found = new ArrayList<>();
    for (String namespace : namespaces) {
      for (ServiceCount service : node.services(namespace)) {
        if (service.instances() > 0) {
          found.add(new Found(namespace, service));
        }
      }
    }
    chosen = chosen(found);
    progress.accept(
        NumberText.of(
            "%,d services have %,d instances; looking at %,d of them",
            found.size(),
            found.stream().mapToInt(each -> each.service().instances()).sum(),
            chosen.size()));
    List<Shape.Sample> samples = new ArrayList<>();
    for (Found each : chosen) {
      samples.add(look(each.namespace(), each.service().service()));
    }
    return new Shape(
        found.stream().map(each -> each.service().instances()).toList(),
        samples,
        publishersSeen ? publishers : clients.size(),
        publishersSeen ? grpcPublishers : grpcClients.size(),
        publishersSeen,
        subscribersSeen);
  }

  /** The services that were looked at. */
  List<Found> sample() {
    return chosen;
  }

  /** As many of each size class, evenly over the catalogue, as far as there are so many. */
  private List<Found> chosen(List<Found> all) {
    Map<Integer, List<Found>> bySize =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    each -> SizeClass.of(each.service().instances()),
                    TreeMap::new,
                    Collectors.toList()));
    List<Found> evenly = new ArrayList<>();
    int left = sample;
    int classes = bySize.size();
    for (List<Found> ofClass : bySize.values().stream().sorted(byCount()).toList()) {
      int of = Math.min(ofClass.size(), Math.max(1, left / classes--));
      for (int i = 0; i < of; i++) {
        evenly.add(ofClass.get((int) ((long) i * ofClass.size() / of)));
      }
      left -= of;
    }
    return evenly;
  }

  /** Small classes leave more to the others. */
  private static Comparator<List<Found>> byCount() {
    return Comparator.comparingInt(List::size);
  }

  private Shape.Sample look(String namespace, String service) {
    List<InstanceTraits> traits = node.traits(namespace, service);
    publishers(namespace, service);
    Map<Integer, Long> beats =
        traits.stream()
            .map(InstanceTraits::beatMillis)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return new Shape.Sample(
        traits.size(),
        traits.stream().mapToLong(InstanceTraits::metadataBytes).sum(),
        beats.entrySet().stream()
            .max(
                Map.Entry.<Integer, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .orElse(SizeClass.USUAL_BEAT_MILLIS),
        subscribers(namespace, service));
  }

  private void publishers(String namespace, String service) {
    if (!publishersSeen) {
      return;
    }
    try {
      PublisherCount count = node.publishers(namespace, service);
      publishers += count.http();
      grpcPublishers += count.grpc();
    } catch (AdminException e) {
      requireUnseen(e);
      publishersSeen = false;
    }
  }

  /** Throws again what is neither a missing nor a refused API. */
  private static void requireUnseen(AdminException e) {
    if (e.kind() != AdminException.Kind.ABSENT && e.kind() != AdminException.Kind.REFUSED) {
      throw e;
    }
  }

  private int subscribers(String namespace, String service) {
    if (!subscribersSeen) {
      return 0;
    }
    try {
      List<SubscriberView> subscribers = node.subscribers(namespace, service);
      for (SubscriberView each : subscribers) {
        Matcher version = MAJOR_VERSION.matcher(each.agent());
        boolean grpc = version.find() && Integer.parseInt(version.group(1)) >= 2;
        (grpc ? grpcClients : clients).add(each.address());
      }
      return (int) subscribers.stream().map(SubscriberView::address).distinct().count();
    } catch (AdminException e) {
      requireUnseen(e);
      progress.accept("who subscribes is not to be seen: " + e.getMessage());
      subscribersSeen = false;
      return 0;
    }
  }
}
