package dev.nacoscapacity.cluster.protocol.grpc;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.nacoscapacity.core.workload.BeatTime;
import java.util.List;
import java.util.Map;

/**
 * The messages in Nacos 2.x's payloads, a record each, named and spelled as in Nacos 2.2.4's {@code
 * nacos-api} with what 2.3 added. {@link GrpcMessages} reads and writes them.
 */
public final class GrpcMessage {

  private GrpcMessage() {}

  /** Every request, a client's or a server's. */
  public interface Request {

    /** Null in calls; servers number what they send on the stream, for the answer to name it. */
    @JsonProperty
    default String requestId() {
      return null;
    }

    /** Always empty: headers travel in the payload's metadata. */
    @JsonProperty
    default Map<String, String> headers() {
      return Map.of();
    }

    @JsonProperty
    default String module() {
      return "internal";
    }
  }

  /**
   * Every answer. One on the stream also names the request that it answers; servers of 2.x name
   * none in answers to calls.
   */
  public interface Response {

    /** {@link Codes#SUCCESS} or {@link Codes#FAIL}. */
    @JsonProperty
    default int resultCode() {
      return Codes.SUCCESS;
    }

    /** Why it failed, one of {@link Codes}; 0 if it did not. */
    @JsonProperty
    default int errorCode() {
      return 0;
    }

    @JsonProperty
    default boolean success() {
      return resultCode() == Codes.SUCCESS;
    }
  }

  /** Answers a request that reached no handler, and reads the outcome of any other answer. */
  public record ErrorResponse(int resultCode, int errorCode, String message, String requestId)
      implements Response {
    /**
     * @param errorCode one of {@link Codes}
     */
    public static ErrorResponse of(int errorCode, String message) {
      return new ErrorResponse(Codes.FAIL, errorCode, message, null);
    }
  }

  // Connections

  /** The first call on a connection. */
  public record ServerCheckRequest() implements Request {}

  /**
   * Answers {@link ServerCheckRequest}.
   *
   * @param supportAbilityNegotiation whether the server answers the setup with {@link
   *     SetupAckRequest}; null before 2.3
   */
  public record ServerCheckResponse(String connectionId, Boolean supportAbilityNegotiation)
      implements Response {}

  /**
   * The first message on the stream: it makes the connection known to the server.
   *
   * @param tenant the namespace; null if none
   * @param labels {@code source} and {@code module} at least
   * @param abilityTable from 2.3 on; null before. A server that knows it answers {@link
   *     SetupAckRequest}
   */
  public record ConnectionSetupRequest(
      String clientVersion,
      String tenant,
      Map<String, String> labels,
      Map<String, Boolean> abilityTable)
      implements Request {}

  /**
   * The server's answer to {@link ConnectionSetupRequest} from 2.3 on; there is no acknowledgement.
   */
  public record SetupAckRequest(String requestId, Map<String, Boolean> abilityTable)
      implements Request {}

  /** The heartbeat of an idle connection. */
  public record HealthCheckRequest() implements Request {}

  /** Answers {@link HealthCheckRequest}. */
  public record HealthCheckResponse() implements Response {}

  /** The server asks whether an idle client is still there. */
  public record ClientDetectionRequest(String requestId) implements Request {}

  /** Answers {@link ClientDetectionRequest}, on the stream. */
  public record ClientDetectionResponse(String requestId) implements Response {}

  /**
   * The server asks the client to connect elsewhere.
   *
   * @param serverIp where to; null for any other server
   * @param serverPort the other server's HTTP port
   */
  public record ConnectResetRequest(String requestId, String serverIp, String serverPort)
      implements Request {}

  /** Answers {@link ConnectResetRequest}, on the stream. */
  public record ConnectResetResponse(String requestId) implements Response {}

  // Naming

  /** A request about a service. */
  public interface NamingRequest extends Request {

    String namespace();

    /** Without the group. */
    String serviceName();

    String groupName();

    @Override
    default String module() {
      return "naming";
    }
  }

  /**
   * An instance as clients register it and lists show it, field by field as in the protocol.
   *
   * @param instanceId the server's name for it; null in requests
   * @param serviceName grouped in lists; may be null in requests
   * @param instanceHeartBeatInterval milliseconds, by its metadata; the next ones likewise
   */
  public record Instance(
      String instanceId,
      String ip,
      int port,
      double weight,
      boolean healthy,
      boolean enabled,
      boolean ephemeral,
      String clusterName,
      String serviceName,
      Map<String, String> metadata,
      long instanceHeartBeatInterval,
      long instanceHeartBeatTimeOut,
      long ipDeleteTimeout,
      String instanceIdGenerator) {
    /** Ephemeral and healthy, with Nacos's usual times. */
    public static Instance of(
        String instanceId,
        String ip,
        int port,
        double weight,
        String cluster,
        String service,
        Map<String, String> metadata) {
      return new Instance(
          instanceId,
          ip,
          port,
          weight,
          true,
          true,
          true,
          cluster,
          service,
          metadata,
          BeatTime.INTERVAL.millis(),
          BeatTime.UNHEALTHY.millis(),
          BeatTime.REMOVAL.millis(),
          "simple");
    }

    /** The same that never expires. */
    public Instance persistent() {
      return new Instance(
          instanceId,
          ip,
          port,
          weight,
          healthy,
          enabled,
          false,
          clusterName,
          serviceName,
          metadata,
          instanceHeartBeatInterval,
          instanceHeartBeatTimeOut,
          ipDeleteTimeout,
          instanceIdGenerator);
    }
  }

  /**
   * A service as one node lists it.
   *
   * @param name without the group
   * @param clusters as they were asked for
   * @param cacheMillis how long a client may use it
   * @param lastRefTime milliseconds since the epoch; clients drop what is older than what they have
   * @param reachProtectionThreshold whether unhealthy hosts are shown as healthy since too few are
   */
  public record ServiceInfo(
      String name,
      String groupName,
      String clusters,
      long cacheMillis,
      List<Instance> hosts,
      long lastRefTime,
      String checksum,
      boolean allIPs,
      boolean reachProtectionThreshold,
      boolean valid) {}

  /**
   * Registers or deregisters one instance of the connection's.
   *
   * @param type {@code registerInstance} or {@code deregisterInstance}
   */
  public record InstanceRequest(
      String namespace, String serviceName, String groupName, String type, Instance instance)
      implements NamingRequest {}

  /**
   * Registers or deregisters a persistent instance, which outlives the connection; from 2.3 on.
   *
   * @param type as in {@link InstanceRequest}, whose answer it has
   */
  public record PersistentInstanceRequest(
      String namespace, String serviceName, String groupName, String type, Instance instance)
      implements NamingRequest {}

  /** Answers {@link InstanceRequest}; {@code type} is the request's. */
  public record InstanceResponse(String type) implements Response {}

  /**
   * Registers all of a connection's instances of one service, in place of those it had.
   *
   * @param type {@code batchRegisterInstance}
   */
  public record BatchInstanceRequest(
      String namespace, String serviceName, String groupName, String type, List<Instance> instances)
      implements NamingRequest {}

  /** Answers {@link BatchInstanceRequest}; {@code type} is the request's. */
  public record BatchInstanceResponse(String type) implements Response {}

  /**
   * Asks for the list of a service's instances.
   *
   * @param cluster separated by commas; empty for all
   * @param udpPort 0: a 2.x client gets changes on its stream
   */
  public record ServiceQueryRequest(
      String namespace,
      String serviceName,
      String groupName,
      String cluster,
      boolean healthyOnly,
      int udpPort)
      implements NamingRequest {}

  /** Answers {@link ServiceQueryRequest}. */
  public record QueryServiceResponse(ServiceInfo serviceInfo) implements Response {}

  /**
   * Asks for a page of a namespace's service names.
   *
   * @param pageNo from 1
   * @param selector JSON; null for none
   */
  public record ServiceListRequest(
      String namespace,
      String serviceName,
      String groupName,
      int pageNo,
      int pageSize,
      String selector)
      implements NamingRequest {}

  /**
   * Answers {@link ServiceListRequest}.
   *
   * @param count of all services, not only of this page
   */
  public record ServiceListResponse(int count, List<String> serviceNames) implements Response {}

  /**
   * Subscribes to a service's changes, or unsubscribes.
   *
   * @param clusters separated by commas; empty for all
   */
  public record SubscribeServiceRequest(
      String namespace, String serviceName, String groupName, boolean subscribe, String clusters)
      implements NamingRequest {}

  /** Answers {@link SubscribeServiceRequest} with the service as it is now. */
  public record SubscribeServiceResponse(ServiceInfo serviceInfo) implements Response {}

  /** The server pushes a service as it is now to a subscriber. */
  public record NotifySubscriberRequest(
      String requestId,
      String namespace,
      String serviceName,
      String groupName,
      ServiceInfo serviceInfo)
      implements NamingRequest {}

  /** Acknowledges {@link NotifySubscriberRequest}, on the stream. */
  public record NotifySubscriberResponse(String requestId) implements Response {}

  // Config

  /** A request about configurations; their tenant is the namespace, empty for {@code public}. */
  public interface ConfigRequest extends Request {

    @Override
    default String module() {
      return "config";
    }
  }

  /** Names the configurations that the client has, and starts or stops listening to them. */
  public record ConfigBatchListenRequest(boolean listen, List<Context> configListenContexts)
      implements ConfigRequest {
    /**
     * @param md5 of what the client has; empty for nothing
     * @param tenant the namespace; empty for {@code public}
     */
    public record Context(String group, String md5, String dataId, String tenant) {}
  }

  /** Answers {@link ConfigBatchListenRequest} with those that differ from what the client has. */
  public record ConfigChangeBatchListenResponse(List<Context> changedConfigs) implements Response {
    /** Names a configuration. */
    public record Context(String group, String dataId, String tenant) {}
  }

  /** The server notifies a listener that a configuration changed, without its content. */
  public record ConfigChangeNotifyRequest(
      String requestId, String dataId, String group, String tenant) implements ConfigRequest {}

  /** Acknowledges {@link ConfigChangeNotifyRequest}, on the stream. */
  public record ConfigChangeNotifyResponse(String requestId) implements Response {}

  /**
   * Asks for a configuration.
   *
   * @param tag null for none
   * @param notified whether a push about a change caused the query
   */
  public record ConfigQueryRequest(
      String dataId,
      String group,
      String tenant,
      String tag,
      @JsonProperty("notify") boolean notified)
      implements ConfigRequest {}

  /**
   * Answers {@link ConfigQueryRequest}.
   *
   * @param contentType as {@code text} or {@code yaml}
   * @param md5 of the content
   * @param lastModified milliseconds since the epoch
   */
  public record ConfigQueryResponse(
      String content, String contentType, String md5, long lastModified) implements Response {}

  /**
   * Publishes a configuration.
   *
   * @param casMd5 publish only over the content with this md5; null for any
   * @param additionMap {@code type} and the like; null for none
   */
  public record ConfigPublishRequest(
      String dataId,
      String group,
      String tenant,
      String content,
      String casMd5,
      Map<String, String> additionMap)
      implements ConfigRequest {}

  /** Answers {@link ConfigPublishRequest}. */
  public record ConfigPublishResponse() implements Response {}

  /** Deletes a configuration. */
  public record ConfigRemoveRequest(String dataId, String group, String tenant, String tag)
      implements ConfigRequest {}

  /** Answers {@link ConfigRemoveRequest}. */
  public record ConfigRemoveResponse() implements Response {}
}
