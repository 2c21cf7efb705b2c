package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.embedded.registry.InstanceKey;
import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.simulator.verify.Ipv4;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Map;

/** The fleet's services and instances as a modelled registry knows them, each made once. */
public final class Registrations {

  private final Fleet fleet;
  private final Map<String, String> metadata;
  private final ServiceKey[] services;
  private final InstanceSpec[] instances;

  /**
   * @param namespace of all services
   * @param metadata of each instance
   */
  public Registrations(Fleet fleet, String namespace, Map<String, String> metadata) {
    this.fleet = fleet;
    this.metadata = metadata;
    this.services = new ServiceKey[fleet.services()];
    for (int service = 0; service < services.length; service++) {
      services[service] =
          new ServiceKey(
              namespace, Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + fleet.serviceName(service));
    }
    this.instances = new InstanceSpec[fleet.size()];
  }

  ServiceKey service(int service) {
    return services[service];
  }

  /** A service's number in the fleet, or -1. */
  int numberOf(ServiceKey service) {
    String name = service.name();
    return fleet.serviceNamed(
        name.substring(name.indexOf(Http.GROUP_SEPARATOR) + Http.GROUP_SEPARATOR.length()));
  }

  InstanceSpec instance(int instance) {
    InstanceSpec spec = instances[instance];
    if (spec == null) {
      spec =
          InstanceSpec.of(
              new InstanceKey(fleet.ip(instance), fleet.port(instance), Http.DEFAULT_CLUSTER),
              services[fleet.serviceOf(instance)].name(),
              1,
              true,
              true,
              metadata);
      instances[instance] = spec;
    }
    return spec;
  }

  /** The number of an instance in the fleet. */
  int numberOf(InstanceSpec spec) {
    return fleet.instanceAt(Ipv4.parse(spec.key().ip()), spec.key().port());
  }
}
