package dev.nacoscapacity.cluster.standin.registry;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;

/**
 * An instance as one node sees it at the moment of asking.
 *
 * @param spec shared by all nodes of a process
 * @param lastBeat milliseconds since the epoch; on a node that is not the owner that of the last
 *     copy, and 0 for an instance that a connection keeps alive
 * @param healthy in this node's view
 */
public record InstanceState(InstanceSpec spec, long lastBeat, boolean healthy) {

  /**
   * As clients of 2.x and 3.x are told of it.
   *
   * @param service its name there
   * @param idGenerator null to leave it out
   */
  public Instance described(String service, String idGenerator) {
    return new Instance(
        spec.instanceId(),
        spec.key().ip(),
        spec.key().port(),
        spec.weight(),
        healthy,
        spec.enabled(),
        spec.ephemeral(),
        spec.key().cluster(),
        service,
        spec.metadata(),
        spec.beatIntervalMillis(),
        spec.beatTimeoutMillis(),
        spec.deleteTimeoutMillis(),
        idGenerator);
  }
}
