package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.Md5;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConnectionSetupRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Encodes the requests of a 2.x Java client as payloads. Sources: nacos-client's {@code
 * NamingGrpcClientProxy}, {@code ClientWorker} and {@code GrpcClient}, and their recorded requests.
 */
final class GrpcRequestWriter {

  /** The imitated client. */
  static final String CLIENT_VERSION = "Nacos-Java-Client:v2.5.1";

  /** The default of a client without a configured application name. */
  private static final String APP = "unknown";

  private final Fleet fleet;
  private final GrpcSettings settings;
  private final InstantSource clock;
  private final String namespace;
  private final String tenant;

  /** Encoded messages without headers, which are always the same. */
  private final Map<Record, byte[]> bare = new HashMap<>();

  private final Function<Record, byte[]> encoding = message -> bytes(message, Map.of());

  GrpcRequestWriter(Fleet fleet, GrpcSettings settings, InstantSource clock) {
    this.fleet = fleet;
    this.settings = settings;
    this.clock = clock;
    this.namespace = settings.workload().population().namespace();
    this.tenant = settings.workload().population().tenant();
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
    Record message = call.message(fleet, namespace, tenant);
    if (call.kind.link() == Call.Link.OPENS || call.kind.link() == Call.Link.CHECKS) {
      return bare.computeIfAbsent(message, encoding);
    }
    if (call.channel() == Channel.NAMING) {
      return bytes(message, headers(token));
    }
    Map<String, String> headers = configHeaders(token);
    call.addHeaders(headers);
    return bytes(message, headers);
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
