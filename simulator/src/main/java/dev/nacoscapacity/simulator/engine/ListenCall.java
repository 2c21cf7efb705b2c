package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.ConfigExchange;
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
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A configuration client's long poll; over gRPC its batch listen, which is answered immediately.
 * HTTP v3 has no long poll: there it reads the configuration.
 */
public final class ListenCall extends FleetCall {

  private static final Kind KIND =
      Kind.of(
          Operation.LISTEN,
          Link.USES,
          ConfigChangeBatchListenResponse.class,
          Trait.READ_SLOWLY,
          Trait.HELD,
          Trait.UNSHARED);

  /** In each line of an answer that names changes: a separator of words, encoded. */
  private static final String CHANGED = "%02";

  private static final String WORD_SEPARATOR = String.valueOf(Http.WORD_SEPARATOR);

  /**
   * Numbers of the configurations within their service that the client asks about; empty to listen
   * for all configurations of the service, none of which exists.
   */
  private int[] numbers = {};

  /** By number: the content that the client has. */
  private ConfigContent[] contents = {};

  /** Data ids of the configurations that changed, in the response. */
  public List<String> changed = List.of();

  /** Listens for configurations that do not exist. */
  public ListenCall() {
    super(KIND);
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

  int[] numbers() {
    return numbers;
  }

  ConfigContent[] contents() {
    return contents;
  }

  @Override
  public void begin(int actor, int service, long due, long startedAt) {
    super.begin(actor, service, due, startedAt);
    changed = List.of();
  }

  // --- When it is due ----------------------------------------------------------------------------

  /** Listens of the first instance of each service or, over gRPC, of all instances. */
  static void offer(OfferedLoad load, Transport transport) {
    FleetLoop loop = load.loop;
    if (!load.settings.overGrpc(transport) && loop.configs.exist()) {
      // ConfigListeners starts the next long poll when one is answered.
      return;
    }
    int listeners = load.listeners(transport);
    Rhythm rhythm = load.rhythm(Operation.LISTEN, load.settings.listen(transport), each -> null);
    load.offer(
        listeners,
        rhythm,
        () ->
            new PeriodicCalls<ListenCall>(
                loop.slice, ListenCall::new, transport, listeners, 1, rhythm) {

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
            });
  }

  /**
   * A poll lasts 29.5 of its 30 s, and a client starts the next when it is answered. So a poll that
   * ends at most a tenth of a period after the next arrival is followed by a poll that is due at
   * its end; its delay counts in its own latency. A poll that began late by the generator's lag may
   * end later by that.
   */
  @Override
  boolean endsInTimeFor(long arrival) {
    long lag = startedAt - due;
    return answered - arrival <= period / 10 + lag;
  }

  // --- Its requests and answers ------------------------------------------------------------------

  @Override
  public Channel channel() {
    return Channel.CONFIG;
  }

  /** What it asks about, in order; the digest of a configuration that does not exist is empty. */
  private Stream<ConfigBatchListenRequest.Context> contexts(Fleet fleet, String tenant) {
    boolean exist = contents.length > 0;
    return IntStream.range(0, exist ? contents.length : fleet.classOf(service).configs())
        .mapToObj(
            i ->
                new ConfigBatchListenRequest.Context(
                    Http.DEFAULT_GROUP,
                    exist ? contents[i].md5() : "",
                    fleet.configName(service, exist ? numbers[i] : i),
                    tenant));
  }

  @Override
  public String v1(HttpParts parts) {
    String tenant = parts.tenant();
    String end = (tenant.isEmpty() ? "" : Http.WORD_SEPARATOR + tenant) + Http.LINE_SEPARATOR;
    String listened =
        contexts(parts.fleet(), tenant)
            .map(each -> String.join(WORD_SEPARATOR, each.dataId(), each.group(), each.md5()) + end)
            .collect(Collectors.joining());
    String form = "Listening-Configs=" + HttpParts.encoded(listened) + parts.token(actor);
    String body = form + parts.tenantName() + "&";
    return "POST " + parts.path(Http.LISTENER) + parts.headers().listener(server, body);
  }

  @Override
  public String v1(HttpAnswer answer) {
    // A gateway's page would count as a long poll, too.
    String text = answer.text();
    return answer.expect(!answer.isDown() && (text.isBlank() || text.contains(CHANGED)));
  }

  @Override
  public String v3(HttpParts parts) {
    return parts.v3(this, "GET", HttpV3.CONFIG, "&dataId=" + parts.service(service));
  }

  @Override
  public String v3(HttpAnswer answer) {
    int code = answer.code();
    return answer.expect(code == HttpV3.SUCCESS || code == HttpV3.RESOURCE_NOT_FOUND);
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return new ConfigBatchListenRequest(true, contexts(fleet, tenant).toList());
  }

  @Override
  public void take(Answer answer) {
    if (contents.length > 0) {
      changed = answer.changed();
    }
  }

  @Override
  public Optional<ConfigExchange> exchange(Registrations parts) {
    if (contents.length == 0) {
      return Optional.empty();
    }
    Map<ConfigKey, String> md5s = new LinkedHashMap<>();
    for (int i = 0; i < contents.length; i++) {
      md5s.put(parts.configuration(service, numbers[i]), contents[i].md5());
    }
    return Optional.of(ConfigExchange.listen(md5s));
  }

  // --- What it means -----------------------------------------------------------------------------

  /** A long poll does not; where every call keeps an instance alive, listens are answered soon. */
  @Override
  boolean delaysDeparture(Caller caller) {
    return caller.keepsAlive(this);
  }

  @Override
  void react(FleetLoop loop) {
    if (loop.configs.exist()) {
      loop.configs.ended(this);
    }
  }
}
