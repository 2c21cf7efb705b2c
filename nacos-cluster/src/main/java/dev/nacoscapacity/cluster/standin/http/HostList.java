package dev.nacoscapacity.cluster.standin.http;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.standin.registry.Hosts;
import dev.nacoscapacity.cluster.standin.registry.Hosts.Threshold;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.InstanceState;
import dev.nacoscapacity.cluster.standin.registry.Registry;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceCache;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import java.util.Map;

/**
 * The hosts of list answers, cached until the service changes. Confined to the node's thread.
 *
 * <p>Source of the fields: Nacos 1.4.1's {@code InstanceController}, and {@code Instance} as 3.1
 * writes it.
 */
final class HostList {

  /** How hosts are written. */
  enum Form {
    /** As v1 does, with the service's plain name. */
    PLAIN,
    /** As v1 does, with the grouped name, as Java clients expect it. */
    GROUPED,
    /** As v3 does, with their real health: there is no protect threshold. */
    V3;

    private Threshold threshold() {
      return this == V3 ? Threshold.NONE : Threshold.ALL;
    }

    private Object host(InstanceState state, ServiceKey service) {
      return switch (this) {
        case PLAIN -> Host.of(state, service.plainName());
        case GROUPED -> Host.of(state, service.name());
        case V3 -> state.described(service.name(), null);
      };
    }
  }

  /** A host as v1 writes it, field by field: hence so many. */
  private record Host(
      String ip,
      int port,
      boolean valid,
      boolean healthy,
      boolean marked,
      String instanceId,
      Map<String, String> metadata,
      boolean enabled,
      double weight,
      String clusterName,
      String serviceName,
      boolean ephemeral) {

    static Host of(InstanceState state, String service) {
      InstanceSpec spec = state.spec();
      return new Host(
          spec.key().ip(),
          spec.key().port(),
          state.healthy(),
          state.healthy(),
          false,
          spec.instanceId(),
          spec.metadata(),
          spec.enabled(),
          spec.weight(),
          spec.key().cluster(),
          service,
          spec.ephemeral());
    }
  }

  private record Choice(String clusters, boolean healthyOnly, Form form) {}

  private final ServiceCache<Choice, byte[]> cached;

  HostList(Registry registry) {
    cached = new ServiceCache<>(registry);
  }

  /**
   * The array in JSON.
   *
   * @param clusters to list, separated by commas; empty for all
   */
  byte[] hosts(Service service, String clusters, boolean healthyOnly, Form form) {
    return cached.get(
        service.key(),
        new Choice(clusters, healthyOnly, form),
        () ->
            GrpcMessages.json(
                Hosts.of(service, clusters, healthyOnly, form.threshold()).instances().stream()
                    .map(state -> form.host(state, service.key()))
                    .toList()));
  }
}
