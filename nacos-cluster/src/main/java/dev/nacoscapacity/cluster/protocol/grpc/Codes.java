package dev.nacoscapacity.cluster.protocol.grpc;

/**
 * Codes, types and labels in messages. Source: Nacos 2.2.4's {@code ResponseCode}, {@code
 * NacosException}, {@code NamingRemoteConstants} and {@code RemoteConstants}.
 */
public final class Codes {

  /** {@code resultCode} of an answer. */
  public static final int SUCCESS = 200;

  /** {@code resultCode} of an answer. */
  public static final int FAIL = 500;

  /** {@code errorCode}: the token is missing, wrong or too old. */
  public static final int NO_RIGHT = 403;

  /** {@code errorCode}: no stream was opened on this connection, or it was dropped. */
  public static final int UNREGISTERED = 301;

  /** {@code errorCode}: the server knows no such message. */
  public static final int NO_HANDLER = 302;

  /** {@code errorCode} of a config query: there is no such configuration. */
  public static final int CONFIG_NOT_FOUND = 300;

  /** {@code errorCode}: the message could not be read. */
  public static final int BAD_GATEWAY = 502;

  /** {@code type} of an instance request. */
  public static final String REGISTER = "registerInstance";

  /** {@code type} of an instance request. */
  public static final String DEREGISTER = "deregisterInstance";

  /** {@code type} of a batch request. */
  public static final String BATCH_REGISTER = "batchRegisterInstance";

  /** Label of a connection: its {@link Channel}. */
  public static final String LABEL_MODULE = "module";

  /** Label of a connection: {@code sdk} for clients, {@code cluster} for servers. */
  public static final String LABEL_SOURCE = "source";

  public static final String SOURCE_SDK = "sdk";

  private Codes() {}
}
