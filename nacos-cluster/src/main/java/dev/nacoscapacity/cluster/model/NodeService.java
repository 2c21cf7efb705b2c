package dev.nacoscapacity.cluster.model;

/** What a client can ask a modelled node for, over HTTP or gRPC. */
public enum NodeService {
  /** Over gRPC the server check, with which a connection begins. */
  CONNECT,
  /** Over gRPC the health check of a connection. */
  BEAT,
  REGISTER,
  DEREGISTER,
  LIST,
  SUBSCRIBE,
  /** To learn of changed configurations; over HTTP the node holds the call until there is one. */
  LISTEN,
  READ,
  /** To publish or remove a configuration. */
  CHANGE,
  LOGIN,
  METRICS;

  /** Whether a node answers it without a token. */
  public boolean isOpen() {
    return this == LOGIN || this == METRICS;
  }
}
