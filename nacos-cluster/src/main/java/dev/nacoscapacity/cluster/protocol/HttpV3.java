package dev.nacoscapacity.cluster.protocol;

/**
 * Names of the Nacos HTTP v3 interface, defined once, as those of v1 are in {@link Http}. Answers
 * are {@code {"code":0,"message":"success","data":…}}, except a login's, which has the format of
 * v1.
 *
 * <p>Source: Nacos 3.1's {@code InstanceOpenApiController}, {@code ConfigOpenApiController}, {@code
 * UserControllerV3}, {@code NacosClusterControllerV3}, {@code OperatorControllerV3}, {@code
 * ServiceControllerV3}, {@code NamespaceControllerV3} and {@code ErrorCode}.
 */
public final class HttpV3 {

  /** {@code POST} registers or, with {@link #HEART_BEAT}, beats; {@code DELETE} deregisters. */
  public static final String INSTANCE = "/nacos/v3/client/ns/instance";

  /** The hosts are {@code data} itself; there is no flag for the protect threshold. */
  public static final String LIST = "/nacos/v3/client/ns/instance/list";

  /** A configuration by {@code GET}; there is no way to wait for its change. */
  public static final String CONFIG = "/nacos/v3/client/cs/config";

  public static final String LOGIN = "/nacos/v3/auth/user/login";

  /** {@code POST} creates the first administrator of a registry that has none. */
  public static final String ADMINISTRATOR = "/nacos/v3/auth/user/admin";

  /** Prefix of the paths that require an administrator's token or the servers' identity. */
  public static final String ADMIN = "/nacos/v3/admin/";

  public static final String NODES = ADMIN + "core/cluster/node/list";
  public static final String NAMESPACES = ADMIN + "core/namespace/list";
  public static final String METRICS = ADMIN + "ns/ops/metrics";
  public static final String SERVICES = ADMIN + "ns/service/list";
  public static final String SUBSCRIBERS = ADMIN + "ns/service/subscribers";
  public static final String PUBLISHERS = ADMIN + "ns/client/service/publisher/list";

  /** The parameter that makes a registration a beat: {@code true}. */
  public static final String HEART_BEAT = "heartBeat";

  /** {@code code} of a successful answer. */
  public static final int SUCCESS = 0;

  /** {@code code} when a parameter is missing or malformed. */
  public static final int PARAMETER_MISSING = 10000;

  /** {@code code} when there is no such configuration. */
  public static final int RESOURCE_NOT_FOUND = 20004;

  /** {@code code} of a beat when the node does not know the instance, with status 200. */
  public static final int INSTANCE_NOT_FOUND = 21003;

  /** {@code code} in the message of a 410, when an older API is switched off. */
  public static final int API_DEPRECATED = 40000;

  private HttpV3() {}
}
