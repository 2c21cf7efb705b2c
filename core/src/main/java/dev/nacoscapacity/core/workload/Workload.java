package dev.nacoscapacity.core.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.verdict.Criteria;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the clients of a run do, and for how long: what the options ask for, what a process
 * simulates, and what a record says. Its JSON is the {@code workload} of {@code run.json}.
 *
 * @param population the simulated instances; without a profile their beats are those of {@code
 *     timing}
 * @param clients how they call
 * @param timing when they call
 * @param login whose a token is where auth is on
 * @param seed of every random choice
 * @param admissions most clients that all shards together register or deregister in a second
 * @param threads number of event loops that simulate it; 0 where a plan of JMeter does
 */
@RecordBuilder
public record Workload(
    Population population,
    Clients clients,
    Timing timing,
    TokenScope login,
    long seed,
    int admissions,
    int threads)
    implements WorkloadBuilder.With {

  /** The default of {@code admissions}, which protects a registry that others may use. */
  public static final int MOST_ADMISSIONS_PER_SECOND = 2000;

  /** The workload of a record whose source does not tell one. */
  public static final Workload UNKNOWN = of(JsonNodeFactory.instance.objectNode());

  public Workload {
    if (population.traffic().profile() == null) {
      double beat = Timing.seconds(timing.beat());
      population =
          population.withTraffic(
              population
                  .traffic()
                  .withClasses(
                      population.traffic().classes().stream()
                          .map(each -> each.withBeatSeconds(beat))
                          .toList()));
    }
  }

  /** One token for all clients, and the default limit of registrations per second. */
  public Workload(Population population, Clients clients, Timing timing, int threads, long seed) {
    this(population, clients, timing, TokenScope.SHARED, seed, MOST_ADMISSIONS_PER_SECOND, threads);
  }

  /**
   * Reads the object of a record: what it leaves out is as usual.
   *
   * @throws IllegalArgumentException when a value of it is none
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Workload of(JsonNode fields) {
    return WorkloadFields.read(fields);
  }

  /** The fields of the object in a record. */
  @JsonValue
  Map<String, Object> fields() {
    return WorkloadFields.of(this);
  }

  /** A copy for a fleet of this size, of services of about equal sizes. */
  public Workload withInstances(int instances, int services) {
    return withPopulation(
        population.withTraffic(
            Traffic.even(instances, services).withRate(population.traffic().rate())));
  }

  /**
   * Divides this load among processes of this machine; each receives a shard of this shard, and
   * connections and subscribers in proportion to its instances. Only the first process scrapes the
   * metrics of the nodes.
   *
   * @param processes at most the number of services
   */
  public List<Workload> split(int processes) {
    List<Workload> parts = new ArrayList<>();
    int all = instances();
    int from = 0;
    for (Shard shard : population.shard().split(processes)) {
      Population own = population.withShard(shard);
      int to = from + own.ownInstances();
      Timing times = parts.isEmpty() ? timing : timing.withScrape(Duration.ZERO);
      parts.add(
          with()
              .population(own)
              .clients(
                  clients instanceof HttpClients http
                      ? http.withConnections(
                              http.connections().isEmpty()
                                  ? http.connections()
                                  : OptionalInt.of(
                                      Math.max(
                                          1, part(http.connections().getAsInt(), from, to, all))))
                          .withPushSubscribers(part(http.pushSubscribers(), from, to, all))
                      : clients)
              .timing(times)
              .threads(Math.max(1, threads / processes))
              .build());
      from = to;
    }
    return parts;
  }

  /** The part of a total for the instances {@code from} to below {@code to}. */
  private static int part(int total, int from, int to, int all) {
    return (int) ((long) total * to / all - (long) total * from / all);
  }

  /** The same load as one process would simulate it. */
  public Workload whole() {
    return withPopulation(population.withShard(Shard.WHOLE));
  }

  /** What the clients speak. */
  public Protocol protocol() {
    return clients.protocol();
  }

  /** Whether at least some clients use a protocol. */
  public boolean speaks(Transport transport) {
    return transport == Transport.HTTP ? protocol().http() : protocol().grpc();
  }

  /** The traffic of the whole fleet, if it follows a profile. */
  public Optional<Traffic> profile() {
    return Optional.of(population.traffic()).filter(traffic -> traffic.profile() != null);
  }

  /** What all instances call at a constant rate; empty where they follow their own periods. */
  public Optional<ApiRate> rate() {
    return Optional.ofNullable(population.traffic().rate());
  }

  /** Whether the calls of an operation, by its label, are those at the constant rate. */
  public boolean isAtRate(String operation) {
    return rate().filter(rate -> rate.api().operation().label().equals(operation)).isPresent();
  }

  /** Whether each client has a token of its own. */
  public boolean loginEach() {
    return login == TokenScope.PER_CLIENT;
  }

  /** The number of instances of this shard. */
  public int instances() {
    return population.ownInstances();
  }

  /** The number of services of this shard. */
  public int services() {
    return population.ownServices();
  }

  /** How many instances of this shard speak gRPC initially. */
  public int grpcInstances() {
    return grpcInstances(Integer.MAX_VALUE);
  }

  /** The number of those among the first instances of each service, all or one. */
  private int grpcInstances(int ofService) {
    double share = protocol().grpcShare();
    if (share == 1) {
      return ofService == 1 ? services() : instances();
    }
    return share == 0 ? 0 : population.ownBelow(share, ofService);
  }

  /** How many instances of this shard listen for configurations over gRPC. */
  public int grpcListeners() {
    if (rate().filter(rate -> !rate.api().ofConfigurations()).isPresent()) {
      return 0;
    }
    boolean each = clients.overGrpc().filter(GrpcClients::configPerClient).isPresent();
    return grpcInstances(each ? Integer.MAX_VALUE : 1);
  }

  /** How many services of this shard have a listener over HTTP, which is their first instance. */
  public int httpListeners() {
    return rate().isPresent() ? 0 : services() - grpcInstances(1);
  }

  /** The number of gRPC connections: one of each instance and one of each listener. */
  public int grpcConnections() {
    return grpcInstances() + grpcListeners();
  }

  /**
   * The number of connections that the workload itself sets: all of the clients over gRPC, or the
   * limit of those over HTTP; empty for HTTP without a limit.
   */
  public OptionalInt connections() {
    return clients instanceof HttpClients http
        ? http.connections()
        : OptionalInt.of(grpcConnections());
  }

  /** The period in which clients with this transport list; zero when they do not. */
  public Duration list(Transport transport) {
    return transport == Transport.HTTP || clients.polls() ? timing.list() : Duration.ZERO;
  }

  /** The period in which listeners with this transport listen. */
  public Duration listen(Transport transport) {
    return transport == Transport.GRPC && protocol().mixed() && !clients.polls()
        ? ClientModel.JAVA_2X_LISTEN
        : timing.listen();
  }

  /** Whether every instance lists its own service, so that no service is without a lister. */
  public boolean listsOwnServices() {
    return profile().isEmpty()
        && clients.polls()
        && (rate().isEmpty() || isAtRate(Operation.LIST.label()));
  }

  /**
   * The longest gap between beats of one instance that a verdict allows, in ms. Over HTTP it grows
   * with the period of the slowest beats; over gRPC beats are the connection's.
   */
  public double beatGapMs(Criteria criteria) {
    double rarest =
        population.traffic().classes().stream()
            .mapToDouble(ServiceClass::beatsRarer)
            .reduce(ServiceClass.beatsRarer(Timing.seconds(timing.beat())), Math::max);
    return Math.max(
        speaks(Transport.GRPC) ? criteria.beatGapMs(true) : 0,
        speaks(Transport.HTTP) ? criteria.beatGapMs(false) * rarest : 0);
  }
}
