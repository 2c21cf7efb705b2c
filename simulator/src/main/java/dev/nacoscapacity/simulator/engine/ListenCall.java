package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.model.NodeService;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeBatchListenResponse;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.ModelParts;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A configuration client's long poll; over gRPC its batch listen, which is answered immediately.
 * HTTP v3 has no long poll: there it reads the configuration.
 */
public final class ListenCall extends FleetCall {

  private static final ConfigContent[] NONE = {};

  /**
   * Numbers of the configurations within their service that the client asks about; empty to listen
   * for all configurations of the service, none of which exists.
   */
  private int[] numbers = {};

  /** By configuration: the content that the client has. */
  private ConfigContent[] contents = NONE;

  /** Data ids of the configurations that changed, in the response. */
  public List<String> changed = List.of();

  /** Listens for configurations that do not exist. */
  public ListenCall() {
    super(Operation.LISTEN);
  }

  /**
   * Asks about configurations that exist.
   *
   * @param contents one for each of the {@code numbers}
   */
  public ListenCall about(int[] numbers, ConfigContent[] contents) {
    this.numbers = numbers;
    this.contents = contents;
    return this;
  }

  /** Numbers of the configurations that it asks about, if they exist. */
  int[] numbers() {
    return numbers;
  }

  /** By configuration: the content that the client had. */
  ConfigContent[] contents() {
    return contents;
  }

  @Override
  public void begin(int actor, int service, long due, long startedAt) {
    super.begin(actor, service, due, startedAt);
    changed = List.of();
  }

  @Override
  public Channel channel() {
    return Channel.CONFIG;
  }

  @Override
  public ServerChoice choice() {
    return ServerChoice.KEPT;
  }

  @Override
  public boolean isHeld() {
    return true;
  }

  @Override
  public boolean isReadSlowly() {
    return true;
  }

  private int asked(Fleet fleet) {
    return contents.length == 0 ? fleet.classOf(service).configs() : contents.length;
  }

  private String dataId(Fleet fleet, int asked) {
    return fleet.configName(service, contents.length == 0 ? asked : numbers[asked]);
  }

  /** The digest of a configuration that does not exist is empty. */
  private String md5(int asked) {
    return contents.length == 0 ? "" : contents[asked].md5();
  }

  /** Over HTTP a client asks about all of its configurations. */
  @Override
  public String v1(HttpParts parts) {
    Fleet fleet = parts.fleet();
    StringBuilder listened = new StringBuilder();
    for (int asked = 0; asked < asked(fleet); asked++) {
      listened
          .append(dataId(fleet, asked))
          .append(Http.WORD_SEPARATOR)
          .append(Http.DEFAULT_GROUP)
          .append(Http.WORD_SEPARATOR)
          .append(md5(asked))
          .append(parts.tenant().isEmpty() ? "" : Http.WORD_SEPARATOR + parts.tenant())
          .append(Http.LINE_SEPARATOR);
    }
    String form =
        "Listening-Configs="
            + HttpParts.encoded(listened.toString())
            + parts.token(actor)
            + ConfigurationCall.tenant(parts)
            + "&";
    return "POST " + parts.path(Http.LISTENER) + parts.listener(server, form);
  }

  @Override
  public String v1(HttpAnswer answer) {
    return answer.expect(!answer.isDown());
  }

  @Override
  public String v3(HttpParts parts) {
    return "GET "
        + parts.path(HttpV3.CONFIG)
        + "?"
        + parts.namespace()
        + HttpParts.GROUP
        + "&dataId="
        + parts.service(service)
        + parts.plain(server, actor)
        + "\r\n";
  }

  @Override
  public String v3(HttpAnswer answer) {
    int code = answer.code();
    return answer.expect(code == HttpV3.SUCCESS || code == HttpV3.RESOURCE_NOT_FOUND);
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return new ConfigBatchListenRequest(
        true,
        IntStream.range(0, asked(fleet))
            .mapToObj(
                asked ->
                    new ConfigBatchListenRequest.Context(
                        Http.DEFAULT_GROUP, md5(asked), dataId(fleet, asked), tenant))
            .toList());
  }

  @Override
  public Class<?> answerType() {
    return ConfigChangeBatchListenResponse.class;
  }

  @Override
  public void take(Answer answer) {
    if (contents.length > 0) {
      changed = answer.changed();
    }
  }

  @Override
  public NodeService modelled() {
    return NodeService.LISTEN;
  }

  @Override
  public Optional<ConfigExchange> exchange(ModelParts parts) {
    if (contents.length == 0) {
      return Optional.empty();
    }
    Map<ConfigKey, String> md5s = new LinkedHashMap<>();
    for (int asked = 0; asked < contents.length; asked++) {
      md5s.put(parts.configuration(service, numbers[asked]), contents[asked].md5());
    }
    return Optional.of(ConfigExchange.listen(md5s));
  }

  /** A long poll does not; where every call keeps an instance alive, listens are answered soon. */
  @Override
  boolean delaysDeparture(Caller caller) {
    return caller.keepsAlive(this);
  }

  @Override
  boolean sharesConnections() {
    return false;
  }

  @Override
  void react(FleetLoop loop) {
    if (loop.configs.exist()) {
      loop.configs.ended(this);
    }
  }

  /** Listens of the first instance of each service or, over gRPC, of all instances. */
  static void offer(OfferedLoad load, Transport transport) {
    if (load.settings.overGrpc(transport) || !load.loop.configs.exist()) {
      // Otherwise ConfigListeners starts the next long poll when one is answered.
      int listeners = load.listeners(transport);
      Rhythm rhythm = load.rhythm(load.settings.listen(transport), each -> null);
      load.offer(listeners, rhythm, () -> new Listens(load.loop, transport, listeners, rhythm));
    }
  }

  private static final class Listens extends PeriodicCalls<ListenCall> {

    private final FleetLoop loop;

    private Listens(FleetLoop loop, Transport transport, int listeners, Rhythm rhythm) {
      super(loop.slice, Operation.LISTEN, transport, listeners, 1, rhythm);
      this.loop = loop;
    }

    @Override
    boolean areHeld() {
      return true;
    }

    @Override
    ListenCall create() {
      return new ListenCall();
    }

    @Override
    boolean takesPart(int member, long due) {
      return transport == Transport.HTTP
          || loop.caller.driver().connected(loop.slice.global(member), Channel.CONFIG);
    }

    @Override
    void begin(ListenCall listen, int member, long due, long now) {
      super.begin(listen, member, due, now);
      loop.configs.askAboutAll(listen);
    }

    /**
     * A poll lasts 29.5 of its 30 s, and a client starts the next when it is answered. So a poll
     * that ends at most a tenth of a period after the next arrival is followed by a poll that is
     * due at its end; its delay counts in its own latency. A poll that began late by the
     * generator's lag may end later by that.
     */
    @Override
    boolean resumesAfter(ListenCall listen, long arrival) {
      long lag = listen.startedAt - listen.due;
      return listen.answered - arrival <= listen.period / 10 + lag;
    }
  }
}
