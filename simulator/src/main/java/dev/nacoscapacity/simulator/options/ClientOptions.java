package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.core.workload.TokenScope;
import dev.nacoscapacity.simulator.preflight.guard.PrintableText;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of the clients: protocol, connections and login. */
final class ClientOptions {

  private static final String PER_CLIENT = "per-client";

  @Option(
      names = "--protocol",
      paramLabel = "http|grpc|http=S,grpc=S",
      converter = ProtocolConverter.class,
      description =
          "as clients of 1.x, of 2.x, or so large a share of each, for example http=0.7,grpc=0.3"
              + " (default: as clients of the target's own version; a stand-in counts as 1.x. An"
              + " option that only one protocol has chooses it)")
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
              + " grpc, or both: each instance over grpc subscribes to so many services (default:"
              + " 0; with --client-model java-2x 1)")
  private Integer subscribe;

  @Option(
      names = "--call-timeout",
      paramLabel = "TIME",
      description =
          "time limit of a call (default: the real client's: 3s to connect, and to answer 50s over"
              + " http, 3s over grpc)")
  private Duration callTimeout;

  private Optional<TrafficProfile> profile = Optional.empty();
  private Optional<String> httpOption = Optional.empty();

  /** Versions of the servers, none of which may be known; empty before the servers are asked. */
  private Optional<Set<String>> versions = Optional.empty();

  private Optional<Protocol> assumed = Optional.empty();

  @Option(
      names = "--login",
      defaultValue = "shared",
      paramLabel = "shared|per-client",
      description = "one token for all, or one each (default: ${DEFAULT-VALUE})")
  private TokenScope login;

  boolean grpc() {
    return selected().grpc();
  }

  /** Uses the settings of a profile, if there is one, where no option is given. */
  void followProfile(Optional<TrafficProfile> profile) {
    this.profile = profile;
  }

  /** Uses HTTP where no other option decides; empty for no such option of the target. */
  void follow(Optional<String> optionOfHttp) {
    this.httpOption = optionOfHttp;
  }

  /** Uses the protocol of the servers' own clients where no option decides. */
  void follow(Set<String> serverVersions) {
    this.versions = Optional.of(Set.copyOf(serverVersions));
  }

  /** Uses a protocol as long as the servers' version would decide, and is not known. */
  void assume(Protocol protocol) {
    this.assumed = Optional.of(protocol);
  }

  /** Whether the servers' version decides the protocol, and is not known yet. */
  boolean awaitsVersions() {
    return followsServers() && versions.isEmpty();
  }

  private boolean followsServers() {
    return named().isEmpty() && grpcOption().isEmpty() && httpOption().isEmpty();
  }

  /**
   * The protocol that the servers' version decided; empty where an option did, or none is known.
   */
  Optional<Protocol> protocolOfServers() {
    return followsServers() ? versions.map(Protocol::ofServers) : Optional.empty();
  }

  /** What decided the protocol where neither {@code --protocol} nor a profile did. */
  Optional<Message> protocolReason() {
    if (named().isPresent()) {
      return Optional.empty();
    }
    if (followsServers()) {
      return versions.map(ClientOptions::reason).or(() -> assumed.map(ClientOptions::assumption));
    }
    return Optional.of(
        Message.of(
            "protocolOfOption",
            Arguments.with("protocol", selected().name())
                .and("option", grpcOption().or(this::httpOption).get())));
  }

  private static Message assumption(Protocol protocol) {
    return Message.of("protocolAssumed", Arguments.with("protocol", protocol.name()));
  }

  private static Message reason(Set<String> versions) {
    if (versions.contains(ServerVersion.EMBEDDED.toString())) {
      return Message.of("protocolOfStandIn");
    }
    return versions.isEmpty()
        ? Message.of("protocolOfUnknown")
        : Message.of(
            "protocolOfVersion",
            Arguments.with("protocol", Protocol.ofServers(versions).name())
                .and("version", PrintableText.of(String.join(", ", new TreeSet<>(versions)))));
  }

  private Optional<Protocol> named() {
    return Optional.ofNullable(protocol).or(() -> profile.flatMap(TrafficProfile::protocol));
  }

  private Optional<String> grpcOption() {
    return model != null
        ? Optional.of("--client-model")
        : Optional.ofNullable(configConnections).map(value -> "--config-connections");
  }

  private Optional<String> httpOption() {
    return connections != null ? Optional.of("--connections") : httpOption;
  }

  private Protocol selected() {
    if (named().isPresent()) {
      return named().get();
    }
    if (followsServers()) {
      return versions.map(Protocol::ofServers).or(() -> assumed).orElse(Protocol.HTTP);
    }
    return grpcOption().isPresent() ? Protocol.GRPC : Protocol.HTTP;
  }

  private ClientModel model() {
    return Optional.ofNullable(model)
        .or(() -> profile.flatMap(TrafficProfile::model))
        .orElse(ClientModel.POLLING);
  }

  /** The given number of subscriptions of each client; empty if not given, or if clients poll. */
  Optional<Double> subscriptions() {
    return grpc() && model() == ClientModel.JAVA_2X
        ? Optional.ofNullable(subscribe).map(Integer::doubleValue)
        : Optional.empty();
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
   * The clients of a shard.
   *
   * @param instances of the shard
   * @param services number of services of the whole fleet
   * @throws UsageException when an option does not apply to this protocol, or options contradict
   *     each other
   */
  Clients clients(int instances, int services) {
    Protocol clientProtocol = selected();
    if (!clientProtocol.grpc()) {
      UsageException.unless(model == null, "--client-model", "needs --protocol grpc");
      UsageException.unless(
          configConnections == null, "--config-connections", "needs --protocol grpc");
      return new HttpClients(
          connections(instances),
          subscriptions(0, Integer.MAX_VALUE),
          timeout(HttpClients.DEFAULT_CALL_TIMEOUT));
    }
    UsageException.unless(
        connections == null,
        "--connections",
        "is for --protocol http; over grpc each instance has a connection of its own");
    GrpcClients grpc =
        new GrpcClients(
            model(),
            subscriptions(model() == ClientModel.POLLING ? 0 : 1, services),
            configConnections == null ? ConfigConnections.SERVICE : configConnections,
            timeout(GrpcClients.DEFAULT_CALL_TIMEOUT));
    return clientProtocol.mixed()
        ? new MixedClients(
            clientProtocol.grpcShare(), timeout(HttpClients.DEFAULT_CALL_TIMEOUT), grpc)
        : grpc;
  }

  /**
   * Whose a token is.
   *
   * @throws UsageException when clients do not log in
   */
  TokenScope login(boolean auth) {
    UsageException.unless(auth || login == TokenScope.SHARED, "--login", "per-client needs --auth");
    return login;
  }

  private Duration timeout(Duration usual) {
    return callTimeout == null
        ? usual
        : UsageException.requirePositive("--call-timeout", callTimeout);
  }

  private int subscriptions(int otherwise, int most) {
    int requested = subscribe == null ? otherwise : subscribe;
    UsageException.unless(
        requested >= 0 && requested <= most,
        "--subscribe",
        "is 0 or more, and over grpc no more than the services; not " + requested);
    return requested;
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

  /** Whether each client over HTTP may have a connection of its own. */
  boolean connectionEach() {
    return PER_CLIENT.equals(connections);
  }

  /** The requested limit on connections; empty if not given. */
  private OptionalInt connections(int clients) {
    if (connections == null) {
      return OptionalInt.empty();
    }
    if (connectionEach()) {
      return OptionalInt.of(clients);
    }
    UsageException.unless(
        connections.matches("[1-9]\\d{0,8}"),
        "--connections",
        "is a number or per-client, not '" + connections + "'");
    return OptionalInt.of(Integer.parseInt(connections));
  }
}
