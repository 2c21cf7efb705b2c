package dev.nacoscapacity.cluster.protocol.grpc.message;

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
