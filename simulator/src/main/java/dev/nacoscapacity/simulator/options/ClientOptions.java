package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.simulator.run.ClientModel;
import dev.nacoscapacity.simulator.run.ClientSettings;
import dev.nacoscapacity.simulator.run.Protocol;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a client: protocol, connections and user. */
final class ClientOptions {

  private static final String PER_CLIENT = "per-client";

  @Option(
      names = "--protocol",
      paramLabel = "http|grpc|http=S,grpc=S",
      converter = ProtocolConverter.class,
      description =
          "as clients of 1.x, of 2.x, or so large a share of each, for example http=0.7,grpc=0.3"
              + " (default: http)")
  private Protocol protocol;

  @Option(
      names = "--client-model",
      paramLabel = "polling|java-2x",
      description =
          "grpc: polling lists and checks health at the periods below; java-2x does what the Java"
              + " client does, which subscribes and lists nothing (default: polling)")
  private ClientModel model;

  @Option(
      names = "--config-connections",
      paramLabel = "service|per-client",
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
              + " grpc, or both: each instance over grpc subscribes to so many services (default: 0;"
              + " with --client-model java-2x 1)")
  private Integer subscribe;

  @Option(
      names = "--call-timeout",
      paramLabel = "TIME",
      description =
          "time limit of a call (default: the real client's: 3s to connect, and to answer 50s over"
              + " http, 3s over grpc)")
  private Duration callTimeout;

  private TrafficProfile followed;

  @Option(
      names = "--login",
      defaultValue = "shared",
      paramLabel = "shared|per-client",
      description = "one token for all, or one each (default: ${DEFAULT-VALUE})")
  private Login login;

  /** Which clients have a separate connection for configurations. */
  enum ConfigConnections {
    SERVICE,
    PER_CLIENT
  }

  /** Whether clients share one token. */
  enum Login {
    SHARED,
    PER_CLIENT
  }

  boolean grpc() {
    return spoken().grpc();
  }

  /** Takes the settings of a profile where no option is given. */
  void follow(TrafficProfile profile) {
    followed = profile;
  }

  private Protocol spoken() {
    if (protocol != null) {
      return protocol;
    }
    return followed == null || followed.protocol() == null ? Protocol.HTTP : followed.protocol();
  }

  private ClientModel model() {
    if (model != null) {
      return model;
    }
    return followed == null || followed.model() == null ? ClientModel.POLLING : followed.model();
  }

  /** The number of subscriptions of each client; null when not given, or when clients poll. */
  Integer subscribe() {
    return grpc() && model() == ClientModel.JAVA_2X ? subscribe : null;
  }

  /**
   * Refuses options that a model does not support.
   *
   * @throws UsageException when such an option is given
   */
  void requireForModel() {
    UsageException.unless(
        grpc() || subscribe == null || subscribe == 0,
        "--subscribe",
        "asks for UDP pushes over http, which no modelled node sends: leave it out, or use"
            + " --protocol grpc");
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
    Protocol chosen = protocol();
    return new ClientSettings(
        chosen,
        connections(clients),
        subscriptions(chosen, services),
        loginEach(auth),
        connectTimeout(),
        callTimeout == null
            ? ClientSettings.defaultCallTimeout(chosen)
            : UsageException.requirePositive("--call-timeout", callTimeout));
  }

  /** Timeout of a connection's set-up: never longer than that of a call. */
  private Duration connectTimeout() {
    Duration usual = ClientSettings.DEFAULT_CONNECT_TIMEOUT;
    return callTimeout != null && callTimeout.compareTo(usual) < 0 ? callTimeout : usual;
  }

  private boolean loginEach(boolean auth) {
    boolean each = login == Login.PER_CLIENT;
    UsageException.unless(!each || auth, "--login", "per-client needs --auth");
    return each;
  }

  /**
   * The protocol of the fleet.
   *
   * @throws UsageException when an option does not apply to this protocol
   */
  private Protocol protocol() {
    if (!grpc()) {
      UsageException.unless(model == null, "--client-model", "needs --protocol grpc");
      UsageException.unless(
          configConnections == null, "--config-connections", "needs --protocol grpc");
      return Protocol.HTTP;
    }
    UsageException.unless(
        connections == null,
        "--connections",
        "is for --protocol http; over grpc each instance has a connection of its own");
    return new Protocol(
        true, model(), configConnections == ConfigConnections.PER_CLIENT, spoken().grpcShare());
  }

  private int subscriptions(Protocol protocol, int services) {
    int asked = subscribe != null ? subscribe : protocol.polls() ? 0 : 1;
    UsageException.unless(
        asked >= 0 && (!protocol.grpc() || asked <= services),
        "--subscribe",
        "is 0 or more, and over grpc no more than the services; not " + asked);
    return asked;
  }

  private static final class ProtocolConverter implements ITypeConverter<Protocol> {
    @Override
    public Protocol convert(String text) {
      try {
        return Protocol.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** The requested limit on connections, or null. */
  private Integer connections(int clients) {
    if (connections == null) {
      return null;
    }
    if (connections.equals(PER_CLIENT)) {
      return clients;
    }
    UsageException.unless(
        connections.matches("[1-9]\\d{0,8}"),
        "--connections",
        "is a number or per-client, not '" + connections + "'");
    return Integer.parseInt(connections);
  }
}
