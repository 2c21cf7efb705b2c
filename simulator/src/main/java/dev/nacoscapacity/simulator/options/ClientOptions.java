package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.simulator.run.ClientSettings;
import dev.nacoscapacity.simulator.run.Protocol;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How a client speaks to the registry: over which protocol and connections, and as whom. */
final class ClientOptions {

  private static final String PER_CLIENT = "per-client";

  @Option(
      names = "--protocol",
      paramLabel = "http|grpc",
      defaultValue = "http",
      converter = Wire.Converter.class,
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
      converter = ConfigConnections.Converter.class,
      description =
          "grpc: who has a connection of its own to listen for configurations (default: service)")
  private ConfigConnections configConnections;

  @Option(
      names = "--connections",
      paramLabel = "N|per-client",
      description =
          "http: at most so many connections for all calls but long polls, or one a client; calls"
              + " then wait for one another (default: a call opens one when none is free)")
  private String connections;

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
      converter = Login.Converter.class,
      paramLabel = "shared|per-client",
      description = "one token for all, or one each (default: ${DEFAULT-VALUE})")
  private Login login;

  /** What goes over the wire. */
  enum Wire {
    HTTP,
    GRPC;

    private static final class Converter extends ChoiceConverter<Wire> {
      private Converter() {
        super(Wire.class);
      }
    }
  }

  /** Who listens on a connection of its own. */
  enum ConfigConnections {
    SERVICE,
    PER_CLIENT;

    private static final class Converter extends ChoiceConverter<ConfigConnections> {
      private Converter() {
        super(ConfigConnections.class);
      }
    }
  }

  /** Whether clients share one token. */
  enum Login {
    SHARED,
    PER_CLIENT;

    private static final class Converter extends ChoiceConverter<Login> {
      private Converter() {
        super(Login.class);
      }
    }
  }

  private static final class CadenceConverter extends ChoiceConverter<Protocol.Cadence> {
    private CadenceConverter() {
      super(Protocol.Cadence.class);
    }
  }

  boolean grpc() {
    return protocol == Wire.GRPC;
  }

  /**
   * The settings of a shard's clients.
   *
   * @param clients of the shard
   * @param services of the whole fleet
   * @param auth whether they log in
   * @throws UsageException when options contradict each other
   */
  ClientSettings settings(int clients, int services, boolean auth) {
    Protocol spoken = spoken();
    return new ClientSettings(
        spoken,
        connections(clients),
        subscriptions(spoken, services),
        loginEach(auth),
        connectTimeout(),
        callTimeout(spoken));
  }

  private Duration callTimeout(Protocol spoken) {
    return callTimeout == null
        ? ClientSettings.defaultCallTimeout(spoken)
        : UsageException.requirePositive("--call-timeout", callTimeout);
  }

  /** For a connection's set-up: never longer than a call. */
  private Duration connectTimeout() {
    Duration usual = ClientSettings.DEFAULT_CONNECT_TIMEOUT;
    return callTimeout != null && callTimeout.compareTo(usual) < 0 ? callTimeout : usual;
  }

  private boolean loginEach(boolean auth) {
    boolean each = login == Login.PER_CLIENT;
    UsageException.unless(!each || auth, "--login per-client needs --auth");
    return each;
  }

  /**
   * What the fleet speaks.
   *
   * @throws UsageException when an option is not for this protocol
   */
  private Protocol spoken() {
    if (!grpc()) {
      UsageException.unless(cadence == null, "--cadence needs --protocol grpc");
      UsageException.unless(
          configConnections == null, "--config-connections needs --protocol grpc");
      return Protocol.HTTP;
    }
    UsageException.unless(
        connections == null,
        "--connections is for --protocol http; over grpc each instance has a connection of its own");
    return new Protocol(
        true,
        cadence == Protocol.Cadence.CLIENT ? Protocol.Cadence.CLIENT : Protocol.Cadence.CARD,
        configConnections == ConfigConnections.PER_CLIENT);
  }

  private int subscriptions(Protocol spoken, int services) {
    int asked = subscribe != null ? subscribe : spoken.cadence() == Protocol.Cadence.CLIENT ? 1 : 0;
    UsageException.unless(
        asked >= 0 && (!spoken.grpc() || asked <= services),
        "--subscribe is 0 or more, and over grpc no more than the services; not " + asked);
    return asked;
  }

  /** The most that were asked for, or null. */
  private Integer connections(int clients) {
    if (connections == null) {
      return null;
    }
    if (connections.equals(PER_CLIENT)) {
      return clients;
    }
    UsageException.unless(
        connections.matches("[1-9]\\d{0,8}"),
        "--connections is a number or per-client, not '" + connections + "'");
    return Integer.parseInt(connections);
  }
}
