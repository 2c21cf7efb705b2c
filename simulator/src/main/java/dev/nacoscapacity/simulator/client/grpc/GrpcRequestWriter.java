package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.Md5;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigRemoveRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConnectionSetupRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.HealthCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.SubscribeServiceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.ConfigCall;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Encodes the requests of a 2.x Java client as payloads. Sources: nacos-client's {@code
 * NamingGrpcClientProxy}, {@code ClientWorker} and {@code GrpcClient}, and their recorded requests.
 */
final class GrpcRequestWriter {

  /** The imitated client. */
  static final String CLIENT_VERSION = "Nacos-Java-Client:v2.5.1";

  private static final String GROUP = Http.DEFAULT_GROUP;

  /** The default of a client without a configured application name. */
  private static final String APP = "unknown";

  private final Fleet fleet;
  private final GrpcSettings settings;
  private final InstantSource clock;
  private final String namespace;
  private final String tenant;
  private final byte[] serverCheck;
  private final byte[] healthCheck;

  GrpcRequestWriter(Fleet fleet, GrpcSettings settings, InstantSource clock) {
    this.fleet = fleet;
    this.settings = settings;
    this.clock = clock;
    this.namespace = settings.namespace();
    this.tenant = settings.tenant();
    this.serverCheck = bytes(new ServerCheckRequest(), Map.of());
    this.healthCheck = bytes(new HealthCheckRequest(), Map.of());
  }

  /**
   * The first message on a connection's stream.
   *
   * @param channel which of the client's connections
   */
  byte[] setUp(Channel channel) {
    return bytes(
        new ConnectionSetupRequest(
            CLIENT_VERSION, channel == Channel.CONFIG ? tenant : null, labels(channel), Map.of()),
        Map.of());
  }

  private Map<String, String> labels(Channel channel) {
    Reach reach = settings.reach();
    Map<String, String> labels = new HashMap<>();
    labels.put(Codes.LABEL_SOURCE, Codes.SOURCE_SDK);
    labels.put(Codes.LABEL_MODULE, channel.label());
    labels.put("AppName", APP);
    labels.put("tls.enable", Boolean.toString(reach.grpc(!reach.entry().isEmpty()).isPresent()));
    if (channel == Channel.CONFIG) {
      labels.put("taskId", "0");
    }
    return labels;
  }

  /** Encodes a response on a stream. */
  byte[] answer(Record message) {
    return PayloadMarshaller.bytes(GrpcMessages.payload(message));
  }

  /**
   * @param token the access token to send, or null
   */
  byte[] request(Call call, String token) {
    return switch (call.operation) {
      case CONNECT -> serverCheck;
      case BEAT -> healthCheck;
      case REGISTER -> instance(call, Codes.REGISTER, token);
      case DEREGISTER -> instance(call, Codes.DEREGISTER, token);
      case LIST ->
          bytes(
              new ServiceQueryRequest(namespace, service(call), GROUP, "", false, 0),
              headers(token));
      case SUBSCRIBE ->
          bytes(
              new SubscribeServiceRequest(namespace, service(call), GROUP, true, ""),
              headers(token));
      case LISTEN -> bytes(listen(call), configHeaders(token));
      case READ -> {
        Map<String, String> headers = configHeaders(token);
        headers.put("notify", Boolean.toString(call.configuration.notified));
        yield bytes(read(call), headers);
      }
      case PUBLISH -> bytes(publish(call), configHeaders(token));
      case REMOVE ->
          bytes(new ConfigRemoveRequest(dataId(call), GROUP, tenant, null), configHeaders(token));
      case PUSH, LOGIN, SCRAPE, SWEEP ->
          throw new IllegalArgumentException("no unary call: " + call.operation);
    };
  }

  private byte[] instance(Call call, String type, String token) {
    Map<String, String> metadata =
        Metadata.of(Map.of(), fleet.classOf(call.service).metadataBytes());
    String ip = fleet.ip(call.actor);
    Instance instance = Instance.of(null, ip, fleet.port(call.actor), 1, null, null, metadata);
    return bytes(
        new InstanceRequest(namespace, service(call), GROUP, type, instance), headers(token));
  }

  /**
   * Configurations that do not exist have empty digests, and all are listed. Otherwise the request
   * lists the configurations that the client does not know to be current.
   */
  private ConfigBatchListenRequest listen(Call call) {
    ConfigCall configuration = call.configuration;
    int configs =
        configuration == null
            ? fleet.classOf(call.service).configs()
            : configuration.numbers.length;
    return new ConfigBatchListenRequest(
        true,
        IntStream.range(0, configs)
            .mapToObj(
                i ->
                    new ConfigBatchListenRequest.Context(
                        GROUP,
                        configuration == null ? "" : configuration.contents[i].md5(),
                        fleet.configName(
                            call.service, configuration == null ? i : configuration.numbers[i]),
                        tenant))
            .toList());
  }

  /** Only a header tells whether a change notification caused the read. */
  private ConfigQueryRequest read(Call call) {
    return new ConfigQueryRequest(dataId(call), GROUP, tenant, null, false);
  }

  private ConfigPublishRequest publish(Call call) {
    return new ConfigPublishRequest(
        dataId(call),
        GROUP,
        tenant,
        call.configuration.content().text(),
        null,
        Map.of("type", "text", "encryptedDataKey", ""));
  }

  private String dataId(Call call) {
    return fleet.configName(call.service, call.configuration.number());
  }

  private String service(Call call) {
    return fleet.serviceName(call.service);
  }

  private Map<String, String> headers(String token) {
    return token == null ? Map.of("app", APP) : Map.of("app", APP, Http.ACCESS_TOKEN, token);
  }

  /** {@code ConfigTransportClient.getCommonHeader}, for a client without an application key. */
  private Map<String, String> configHeaders(String token) {
    String now = Long.toString(clock.millis());
    Map<String, String> headers = new HashMap<>();
    headers.put("Client-AppName", APP);
    headers.put("Client-RequestTS", now);
    headers.put("Client-RequestToken", Md5.of(now));
    headers.put("exConfigInfo", "true");
    headers.put("charset", "UTF-8");
    if (token != null) {
      headers.put(Http.ACCESS_TOKEN, token);
    }
    return headers;
  }

  private byte[] bytes(Record message, Map<String, String> headers) {
    Payload payload = GrpcMessages.payload(message, settings.clientIp(), headers);
    return PayloadMarshaller.bytes(payload);
  }
}
