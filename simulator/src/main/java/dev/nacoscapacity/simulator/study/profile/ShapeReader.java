package dev.nacoscapacity.simulator.study.profile;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.InstanceTraits;
import dev.nacoscapacity.cluster.admin.PublisherCount;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.admin.ServiceListing;
import dev.nacoscapacity.cluster.admin.SubscriberView;
import dev.nacoscapacity.core.text.Message;
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
 * Reads the sizes of all services of a registry from its catalogue, and the instances and
 * subscribers of a sample of each size class.
 */
final class ShapeReader {

  /** Matches in agents such as {@code Nacos-Java-Client:v2.5.1}. */
  private static final Pattern MAJOR_VERSION = Pattern.compile(":v?(\\d{1,4})\\.");

  private final AdminClient node;
  private final int sample;
  private final Consumer<Message> progress;

  private ServiceListing.Scope scope = ServiceListing.Scope.ALL;
  private boolean publishersSeen = true;
  private boolean subscribersSeen = true;
  private int absurdBeats;
  private double publishers;
  private double grpcPublishers;
  private final Set<String> clients = new HashSet<>();
  private final Set<String> grpcClients = new HashSet<>();

  /** A service that has instances. */
  record ListedService(String namespace, ServiceCount service) {}

  /**
   * @param node client whose throttle sets the rate of calls
   * @param sample number of services to sample, at least 1
   */
  ShapeReader(AdminClient node, int sample, Consumer<Message> progress) {
    this.node = node;
    this.sample = sample;
    this.progress = progress;
  }

  /**
   * Reads namespaces.
   *
   * @throws AdminException when the registry does not answer, or refuses the catalogue
   */
  RegistryShape read(List<String> namespaces) {
    List<ListedService> services = new ArrayList<>();
    for (String namespace : namespaces) {
      ServiceListing listing = node.listing(namespace);
      scope = listing.scope() == ServiceListing.Scope.ALL ? scope : listing.scope();
      for (ServiceCount service : listing.services()) {
        if (service.instances() > 0) {
          services.add(new ListedService(namespace, service));
        }
      }
    }
    List<ListedService> sampled = pick(services);
    progress.accept(
        Message.of(
            "profile.services",
            with("services", services.size())
                .and(
                    "instances",
                    services.stream().mapToInt(each -> each.service().instances()).sum())
                .and("sampled", sampled.size())));
    List<RegistryShape.Sample> samples = new ArrayList<>();
    Map<Integer, Integer> all = instancesByClass(services);
    Map<Integer, Integer> looked = instancesByClass(sampled);
    for (ListedService each : sampled) {
      int of = SizeClass.of(each.service().instances());
      double weight = (double) all.get(of) / looked.get(of);
      samples.add(readSample(each.namespace(), each.service().service(), weight));
    }
    return new RegistryShape(
        services.stream().map(each -> each.service().instances()).toList(),
        samples,
        publishersSeen ? publishers : clients.size(),
        publishersSeen ? grpcPublishers : grpcClients.size(),
        scope,
        subscribersSeen,
        absurdBeats);
  }

  private static Map<Integer, Integer> instancesByClass(List<ListedService> services) {
    return services.stream()
        .collect(
            Collectors.groupingBy(
                each -> SizeClass.of(each.service().instances()),
                Collectors.summingInt(each -> each.service().instances())));
  }

  /** Picks as many services of each size class where it has enough, evenly over the catalogue. */
  private List<ListedService> pick(List<ListedService> all) {
    Map<Integer, List<ListedService>> bySize =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    each -> SizeClass.of(each.service().instances()),
                    TreeMap::new,
                    Collectors.toList()));
    List<ListedService> picked = new ArrayList<>();
    int remaining = sample;
    int classes = bySize.size();
    for (List<ListedService> ofClass : bySize.values().stream().sorted(byCount()).toList()) {
      int count = Math.min(ofClass.size(), Math.max(1, remaining / classes--));
      for (int i = 0; i < count; i++) {
        picked.add(ofClass.get((int) ((long) i * ofClass.size() / count)));
      }
      remaining -= count;
    }
    return picked;
  }

  /** Small classes come first, since they leave more of the sample to the others. */
  private static Comparator<List<ListedService>> byCount() {
    return Comparator.comparingInt(List::size);
  }

  /**
   * @param weight of its publishers: a sample has as many services of a rare size as of a common
   *     one
   */
  private RegistryShape.Sample readSample(String namespace, String service, double weight) {
    List<InstanceTraits> traits = node.traits(namespace, service);
    countPublishers(namespace, service, weight);
    absurdBeats +=
        traits.stream().filter(each -> SizeClass.isAbsurdBeat(each.beatMillis())).count();
    Map<Integer, Long> beats =
        traits.stream()
            .map(each -> SizeClass.beatMillis(each.beatMillis()))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return new RegistryShape.Sample(
        traits.size(),
        traits.stream().mapToLong(InstanceTraits::metadataBytes).sum(),
        beats.entrySet().stream()
            .max(
                Map.Entry.<Integer, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .orElse(SizeClass.USUAL_BEAT_MILLIS),
        countSubscribers(namespace, service));
  }

  private void countPublishers(String namespace, String service, double weight) {
    if (!publishersSeen) {
      return;
    }
    try {
      PublisherCount count = node.publishers(namespace, service);
      publishers += weight * count.http();
      grpcPublishers += weight * count.grpc();
    } catch (AdminException e) {
      requireUnsupported(e);
      publishersSeen = false;
    }
  }

  /** Rethrows the exception unless the API is missing or refused. */
  private static void requireUnsupported(AdminException e) {
    if (!e.kind().hidesApi()) {
      throw e;
    }
  }

  private int countSubscribers(String namespace, String service) {
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
      requireUnsupported(e);
      progress.accept(Message.of("profile.noSubscribers", with("why", e.getMessage())));
      subscribersSeen = false;
      return 0;
    }
  }
}
