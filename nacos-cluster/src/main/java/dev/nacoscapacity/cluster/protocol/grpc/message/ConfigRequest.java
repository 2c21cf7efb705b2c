package dev.nacoscapacity.cluster.protocol.grpc.message;

/** A request about configurations; their tenant is the namespace, empty for {@code public}. */
public interface ConfigRequest extends Request {

  @Override
  default String module() {
    return "config";
  }
}
