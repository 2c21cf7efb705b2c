package dev.nacoscapacity.simulator.wire.grpc;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConnectionSetupRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.HealthCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.message.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ServerCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ServiceQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.SubscribeServiceRequest;
import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Writes what a 2.x Java client sends, as the bytes of a payload. Source: nacos-client's {@code
 * NamingGrpcClientProxy}, {@code ClientWorker} and {@code GrpcClient}, and what those were seen to
 * send.
 */
final class RequestWriter {

  /** The client whose ways these are. */
  static final String CLIENT_VERSION = "Nacos-Java-Client:v2.5.1";

  private static final String GROUP = Http.DEFAULT_GROUP;

  private final Fleet fleet;
  private final GrpcSettings settings;
  private final IntFunction<String> tokens;
  private final byte[] serverCheck;
  private final byte[] healthCheck;

  RequestWriter(Fleet fleet, GrpcSettings settings, IntFunction<String> tokens) {
    this.fleet = fleet;
    this.settings = settings;
    this.tokens = tokens;
    this.serverCheck = bytes(new ServerCheckRequest(null), Map.of());
    this.healthCheck = bytes(new HealthCheckRequest(null), Map.of());
  }

  byte[] serverCheck() {
    return serverCheck;
  }

  /**
   * The first message on a connection's stream.
   *
   * @param config whether it is a configuration connection, not a naming one
   */
  byte[] setUp(boolean config) {
    Map<String, String> labels =
        Map.of(
            Codes.LABEL_SOURCE,
            Codes.SOURCE_SDK,
            Codes.LABEL_MODULE,
            config ? Codes.MODULE_CONFIG : Codes.MODULE_NAMING);
    return bytes(
        new ConnectionSetupRequest(
            null, CLIENT_VERSION, config ? settings.tenant() : null, labels, Map.of()),
        Map.of());
  }

  /** An answer on a stream. */
  byte[] answer(Record message) {
    return bytes(message, Map.of());
  }

  byte[] request(Call call) {
    return switch (call.operation) {
      case BEAT -> healthCheck;
      case REGISTER -> instance(call, Codes.REGISTER);
      case DEREGISTER -> instance(call, Codes.DEREGISTER);
      case LIST ->
          bytes(
              new ServiceQueryRequest(
                  null, settings.namespace(), service(call), GROUP, "", false, 0),
              headers(call));
      case SUBSCRIBE ->
          bytes(
              new SubscribeServiceRequest(
                  null, settings.namespace(), service(call), GROUP, true, ""),
              headers(call));
      case LISTEN -> bytes(listen(call), headers(call));
      case CONNECT, PUSH, LOGIN, SCRAPE, SWEEP ->
          throw new IllegalArgumentException("no unary call: " + call.operation);
    };
  }

  /** The token that a call presents, or null. */
  String token(Call call) {
    return tokens.apply(clientOf(call));
  }

  /** Which client of the fleet makes a call. */
  int clientOf(Call call) {
    boolean ofService = call.operation == Operation.LISTEN && !settings.configPerClient();
    return ofService ? fleet.instanceOf(call.service, 0) : call.actor;
  }

  private byte[] instance(Call call, String type) {
    Instance instance =
        Instance.of(
            null,
            fleet.ip(call.actor),
            fleet.port(call.actor),
            1,
            Http.DEFAULT_CLUSTER,
            null,
            Map.of());
    return bytes(
        new InstanceRequest(null, settings.namespace(), service(call), GROUP, type, instance),
        headers(call));
  }

  /**
   * The configuration does not exist, so that the client has nothing of it: its digest is empty.
   */
  private ConfigBatchListenRequest listen(Call call) {
    return new ConfigBatchListenRequest(
        null,
        true,
        List.of(new ConfigBatchListenRequest.Context(GROUP, "", service(call), settings.tenant())));
  }

  private String service(Call call) {
    return fleet.serviceName(call.service);
  }

  private Map<String, String> headers(Call call) {
    String token = token(call);
    return token == null ? Map.of() : Map.of(Http.ACCESS_TOKEN, token);
  }

  private byte[] bytes(Record message, Map<String, String> headers) {
    Payload payload = Messages.payload(message, settings.clientIp(), headers);
    return PayloadMarshaller.bytes(payload);
  }
}
