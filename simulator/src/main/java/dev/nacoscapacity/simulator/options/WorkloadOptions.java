package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.simulator.run.Protocol;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the fleet does and for how long: the options that every command with a fleet shares. */
public final class WorkloadOptions {

  private static final int MOST_SERVICES = 400;
  private static final int INSTANCES_PER_SERVICE = 10;
  private static final int CONNECTIONS_PER_5000_INSTANCES = 100;
  public static final Duration STAND_IN_WARM_UP = Duration.ofSeconds(10);
  public static final Duration WARM_UP = Duration.ofSeconds(60);

  /** Nacos's {@code LongPollingService} answers after 10 s at the earliest, when asked to hold. */
  private static final Duration SHORTEST_LISTEN = Duration.ofSeconds(11);

  private static final Duration DEFAULT_LIST = Duration.ofSeconds(10);
  private static final Duration DEFAULT_LISTEN = Duration.ofSeconds(30);

  /** {@code ClientWorker.ALL_SYNC_INTERNAL} of clients 2.5.1 and 3.2.1. */
  private static final Duration CLIENT_LISTEN = Duration.ofMinutes(3);

  private static final int MOST_THREADS = 64;
  private static final String PER_CLIENT = "per-client";

  // Not required by picocli, which would ask for it before a subcommand, too.
  @Option(
      names = "--instances",
      paramLabel = "N",
      description = "service instances to stand in for")
  private Integer instances;

  @Option(
      names = "--services",
      paramLabel = "N",
      description = "services they belong to (default: one for each 10 instances, at most 400)")
  private Integer services;

  @Option(
      names = "--protocol",
      paramLabel = "http|grpc",
      defaultValue = "http",
      converter = WireConverter.class,
      description = "as clients of 1.x, or of 2.x (default: ${DEFAULT-VALUE})")
  private Wire protocol;

  @Option(
      names = "--cadence",
      paramLabel = "card|client",
      converter = CadenceConverter.class,
      description =
          "grpc: lists and health checks at the periods below, or what the Java client does: it"
              + " subscribes, and lists nothing (default: card)")
  private Protocol.Cadence cadence;

  @Option(
      names = "--config-connections",
      paramLabel = "service|per-client",
      converter = ConfigConnectionsConverter.class,
      description =
          "grpc: who has a connection of its own to listen for configurations (default: service)")
  private ConfigConnections configConnections;

  @Option(
      names = "--namespace",
      paramLabel = "ID",
      defaultValue = "capacity",
      description = "namespace to work in (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(
      names = "--connections",
      paramLabel = "N|per-client",
      description =
          "http: connections for all calls but long polls (default: 100 per 5,000 instances)")
  private String connections;

  @Option(
      names = "--beat",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "an instance's beat period (default: ${DEFAULT-VALUE})")
  private Duration beat;

  @Option(
      names = "--list",
      paramLabel = "TIME",
      description = "an instance's list period (default: 10s)")
  private Duration list;

  @Option(
      names = "--listen",
      paramLabel = "TIME",
      description =
          "period of listening for configurations (default: 30s; with --cadence client 3m)")
  private Duration listen;

  @Option(
      names = "--scrape",
      paramLabel = "TIME",
      defaultValue = "15s",
      description =
          "period of reading each node's metrics, 0s for never (default: ${DEFAULT-VALUE})")
  private Duration scrape;

  @Option(
      names = "--phase",
      paramLabel = "spread|herd",
      defaultValue = "spread",
      converter = PhaseConverter.class,
      description = "spread: evenly over the period; herd: all at once (default: ${DEFAULT-VALUE})")
  private Phase phase;

  @Option(
      names = "--subscribe",
      paramLabel = "N",
      description =
          "http: so many instances ask for UDP pushes, which this process takes and acknowledges;"
              + " grpc: each instance subscribes to so many services (default: 0; with --cadence"
              + " client 1)")
  private Integer subscribe;

  @Option(
      names = "--call-timeout",
      paramLabel = "TIME",
      description =
          "time limit of a call (default: the real client's: 3s to connect, and to answer 50s over"
              + " http, 3s over grpc)")
  private Duration callTimeout;

  @Option(
      names = "--login",
      defaultValue = "shared",
      converter = LoginConverter.class,
      paramLabel = "shared|per-client",
      description = "one token for all, or one each (default: ${DEFAULT-VALUE})")
  private Login login;

  @Option(
      names = "--ramp",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "spread the registrations over this time (default: as fast as answered without queueing)")
  private Duration ramp;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description =
          "between the last registration and the judged window (default: 60s; stand-in 10s)")
  private Duration warmUp;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "the judged window (default: ${DEFAULT-VALUE})")
  private Duration duration;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      defaultValue = "1/1",
      converter = ShardConverter.class,
      description = "stand in for one of N disjoint parts of the fleet only")
  private Shard shard;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "event loops (default: one for each two processors)")
  private Integer threads;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of every random choice (default: ${DEFAULT-VALUE})")
  private long seed;

  /** What goes over the wire. */
  enum Wire {
    HTTP,
    GRPC
  }

  /** Who listens on a connection of its own. */
  enum ConfigConnections {
    SERVICE,
    PER_CLIENT
  }

  /** Whether clients share one token. */
  enum Login {
    SHARED,
    PER_CLIENT
  }

  public String namespace() {
    return namespace;
  }

  public boolean loginEach() {
    return login == Login.PER_CLIENT;
  }

  /** Whether a number of instances was asked for. */
  public boolean hasInstances() {
    return instances != null;
  }

  /** Null for the real client's. */
  public Duration callTimeout() {
    return callTimeout;
  }

  /**
   * The settings of a run that begins now.
   *
   * @param standIn whether the target is a stand-in, which needs less warming
   * @param auth whether clients log in
   * @throws UsageException when options contradict each other
   */
  public RunSettings settings(boolean standIn, boolean auth, InstantSource clock) {
    require(instances != null, "--instances N is needed, for example --instances 1000");
    return settings(instances, standIn ? STAND_IN_WARM_UP : WARM_UP, auth, clock);
  }

  /**
   * The same for another number of instances.
   *
   * @param instances asked of whoever searches for it
   * @param usualWarmUp unless another was asked for
   */
  public RunSettings settings(
      int instances, Duration usualWarmUp, boolean auth, InstantSource clock) {
    require(
        instances >= 1 && instances <= Fleet.MAX_INSTANCES,
        "--instances is 1 to " + Fleet.MAX_INSTANCES + ", not " + instances);
    int serviceCount = services == null ? defaultServices(instances) : services;
    require(
        serviceCount >= shard.count() && serviceCount <= instances,
        "--services is "
            + shard.count()
            + " (one a shard) to "
            + instances
            + " (one an instance),"
            + " not "
            + serviceCount);
    Protocol spoken = spoken();
    Duration listPeriod = list == null ? DEFAULT_LIST : list;
    Duration listenPeriod = listenPeriod(spoken);
    int subscriptions = subscriptions(spoken);
    requirePositive("--beat", beat);
    requirePositive("--list", listPeriod);
    requirePositive("--duration", duration);
    require(
        threads == null || threads >= 1 && threads <= MOST_THREADS,
        "--threads is 1 to " + MOST_THREADS + ", not " + threads);
    require(
        subscriptions >= 0 && (!spoken.grpc() || subscriptions <= serviceCount),
        "--subscribe is 0 or more, and over grpc no more than the services; not " + subscriptions);
    require(!loginEach() || auth, "--login per-client needs --auth");
    if (callTimeout != null) {
      requirePositive("--call-timeout", callTimeout);
    }
    Duration connectTimeout = RunSettings.DEFAULT_CONNECT_TIMEOUT;
    if (callTimeout != null && callTimeout.compareTo(connectTimeout) < 0) {
      connectTimeout = callTimeout;
    }
    int loops =
        threads == null ? Math.max(1, Runtime.getRuntime().availableProcessors() / 2) : threads;
    return new RunSettings(
        instances,
        serviceCount,
        RunSettings.freshPrefix(clock.millis()),
        namespace,
        shard,
        connectionCount(new Fleet(instances, serviceCount, "", shard).size()),
        beat,
        listPeriod,
        listenPeriod,
        scrape,
        phase,
        callTimeout == null ? RunSettings.defaultCallTimeout(spoken) : callTimeout,
        connectTimeout,
        loginEach(),
        subscriptions,
        ramp,
        warmUp == null ? usualWarmUp : warmUp,
        duration,
        loops,
        seed,
        spoken);
  }

  /** The real server that these options can load. */
  public ServerVersion realServer() {
    return grpc() ? ServerVersion.V2_2_4 : ServerVersion.V1_4_1;
  }

  boolean grpc() {
    return protocol == Wire.GRPC;
  }

  private Protocol spoken() {
    if (!grpc()) {
      require(cadence == null, "--cadence needs --protocol grpc");
      require(configConnections == null, "--config-connections needs --protocol grpc");
      return Protocol.HTTP;
    }
    require(
        connections == null,
        "--connections is for --protocol http; over grpc each instance has a connection of its own");
    boolean asClient = cadence == Protocol.Cadence.CLIENT;
    require(
        list == null || !asClient,
        "--list needs --cadence card: with client, instances list nothing");
    return new Protocol(
        true,
        asClient ? Protocol.Cadence.CLIENT : Protocol.Cadence.CARD,
        configConnections == ConfigConnections.PER_CLIENT);
  }

  private Duration listenPeriod(Protocol spoken) {
    if (listen == null) {
      return spoken.cadence() == Protocol.Cadence.CLIENT ? CLIENT_LISTEN : DEFAULT_LISTEN;
    }
    if (spoken.grpc()) {
      requirePositive("--listen", listen);
      return listen;
    }
    require(
        listen.compareTo(SHORTEST_LISTEN) >= 0,
        "--listen is 11s or more, since a server holds a long poll for 10 s at least; not "
            + listen.toMillis()
            + "ms");
    return listen;
  }

  private int subscriptions(Protocol spoken) {
    if (subscribe != null) {
      return subscribe;
    }
    return spoken.cadence() == Protocol.Cadence.CLIENT ? 1 : 0;
  }

  /** The published runs had 400 services with 37 instances or more each. */
  private int defaultServices(int instances) {
    int tenEach = (instances + INSTANCES_PER_SERVICE - 1) / INSTANCES_PER_SERVICE;
    return Math.max(shard.count(), Math.min(MOST_SERVICES, tenEach));
  }

  private int connectionCount(int clients) {
    if (connections == null) {
      return Math.max(
          CONNECTIONS_PER_5000_INSTANCES / 10,
          (int) Math.ceil(clients / 5000.0 * CONNECTIONS_PER_5000_INSTANCES));
    }
    if (connections.equals(PER_CLIENT)) {
      return clients;
    }
    require(
        connections.matches("[1-9]\\d{0,8}"),
        "--connections is a number or per-client, not '" + connections + "'");
    return Integer.parseInt(connections);
  }

  private static void requirePositive(String option, Duration value) {
    require(!value.isZero(), option + " is above 0, not " + value.toMillis() + "ms");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new UsageException(otherwise);
    }
  }

  private static final class PhaseConverter implements ITypeConverter<Phase> {
    @Override
    public Phase convert(String text) {
      return choice(Phase.class, text);
    }
  }

  private static final class WireConverter implements ITypeConverter<Wire> {
    @Override
    public Wire convert(String text) {
      return choice(Wire.class, text);
    }
  }

  private static final class CadenceConverter implements ITypeConverter<Protocol.Cadence> {
    @Override
    public Protocol.Cadence convert(String text) {
      return choice(Protocol.Cadence.class, text);
    }
  }

  private static final class ConfigConnectionsConverter
      implements ITypeConverter<ConfigConnections> {
    @Override
    public ConfigConnections convert(String text) {
      return choice(ConfigConnections.class, text);
    }
  }

  private static final class LoginConverter implements ITypeConverter<Login> {
    @Override
    public Login convert(String text) {
      return choice(Login.class, text);
    }
  }

  private static final class ShardConverter implements ITypeConverter<Shard> {
    @Override
    public Shard convert(String text) {
      try {
        return Shard.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  private static <E extends Enum<E>> E choice(Class<E> type, String text) {
    try {
      return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      StringBuilder choices = new StringBuilder();
      for (E constant : type.getEnumConstants()) {
        choices.append(choices.isEmpty() ? "" : " or ");
        choices.append(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      }
      throw new TypeConversionException("'" + text + "' is not " + choices);
    }
  }
}
