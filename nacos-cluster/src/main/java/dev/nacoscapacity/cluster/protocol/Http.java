package dev.nacoscapacity.cluster.protocol;

/**
 * Names of the Nacos HTTP v1 interface: paths, parameters, headers and codes, defined once for the
 * drivers, the stand-in and the administration client.
 *
 * <p>Source: Nacos 1.4.2's {@code UtilAndComs}, {@code CommonParams}, {@code NamingProxy} and
 * {@code ClientWorker}, and what a 1.4.2 client was seen to send.
 */
public final class Http {

  public static final String INSTANCE = "/nacos/v1/ns/instance";
  public static final String BEAT = "/nacos/v1/ns/instance/beat";
  public static final String LIST = "/nacos/v1/ns/instance/list";
  public static final String SERVICE_LIST = "/nacos/v1/ns/service/list";

  /**
   * The subscribers of a service: on all nodes, and of all services whose names contain its name.
   */
  public static final String SUBSCRIBERS = "/nacos/v1/ns/service/subscribers";

  public static final String CATALOG_SERVICES = "/nacos/v1/ns/catalog/services";

  /** Of v2: the clients that registered a service's instances. */
  public static final String PUBLISHERS = "/nacos/v2/ns/client/service/publisher/list";

  public static final String OPERATOR_METRICS = "/nacos/v1/ns/operator/metrics";

  /** How far a node of 2.0 is on its way from the registry of 1.x to its own. */
  public static final String UPGRADE_METRICS = "/nacos/v1/ns/upgrade/ops/metrics";

  public static final String CONFIGS = "/nacos/v1/cs/configs";
  public static final String LISTENER = "/nacos/v1/cs/configs/listener";
  public static final String LOGIN = "/nacos/v1/auth/login";
  public static final String CLIENT_LOGIN = "/nacos/v1/auth/users/login";
  public static final String CLUSTER_NODES = "/nacos/v1/core/cluster/nodes";

  /** {@code POST} creates the first administrator of a registry that has none. */
  public static final String ADMINISTRATOR = "/nacos/v1/auth/users/admin";

  public static final String USERS = "/nacos/v1/auth/users";

  /** Reads a node's own Derby database; from 2.4 on only where a setting allows it. */
  public static final String DATABASE = "/nacos/v1/cs/ops/derby";

  public static final String CONSOLE = "/nacos/v1/console/";

  public static final String NAMESPACES = CONSOLE + "namespaces";
  public static final String PROMETHEUS = "/nacos/actuator/prometheus";

  /** The parameter for a token; over v3 the header. */
  public static final String ACCESS_TOKEN = "accessToken";

  public static final String DEFAULT_GROUP = "DEFAULT_GROUP";

  /** Separates group and service in a grouped service name, as in {@code DEFAULT_GROUP@@orders}. */
  public static final String GROUP_SEPARATOR = "@@";

  public static final String DEFAULT_CLUSTER = "DEFAULT";

  /** {@code code} of a beat's answer when the instance is known. */
  public static final int BEAT_OK = 10200;

  /** {@code code} of a light beat's answer when the server does not know the instance. */
  public static final int BEAT_NOT_FOUND = 20404;

  /** Answer of a 1.4 server, in plain text, while it has no raft leader. */
  public static final String SERVER_IS_DOWN = "server is DOWN";

  /** Between the fields of one listened configuration (STX). */
  public static final char WORD_SEPARATOR = 2;

  /** Between listened configurations (SOH). */
  public static final char LINE_SEPARATOR = 1;

  /** Start of the {@code Authorization} header's value, before the token. */
  public static final String BEARER = "Bearer ";

  private Http() {}
}
