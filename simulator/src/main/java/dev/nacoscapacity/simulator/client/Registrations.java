package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.verify.Ipv4;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Maps the fleet's services and instances to those of a modelled registry; caches the objects. */
public final class Registrations {

  private final Fleet fleet;
  private final List<Map<String, String>> metadata;
  private final ServiceKey[] services;
  private final InstanceSpec[] instances;
  private final Writes.Beat[] beats;

  /**
   * @param namespace the namespace id of all services
   * @param metadata returns the metadata of the instances of a service class
   */
  public Registrations(
      Fleet fleet, String namespace, Function<ServiceClass, Map<String, String>> metadata) {
    this.fleet = fleet;
    this.metadata = fleet.classes().stream().map(metadata).toList();
    this.services = new ServiceKey[fleet.services()];
    for (int service = 0; service < services.length; service++) {
      services[service] =
          new ServiceKey(
              namespace, Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + fleet.serviceName(service));
    }
    this.instances = new InstanceSpec[fleet.size()];
    this.beats = new Writes.Beat[fleet.size()];
  }

  public Fleet fleet() {
    return fleet;
  }

  public ServiceKey service(int service) {
    return services[service];
  }

  /** A service's number in the fleet, or -1. */
  public int numberOf(ServiceKey service) {
    String name = service.name();
    return fleet.serviceNamed(
        name.substring(name.indexOf(Http.GROUP_SEPARATOR) + Http.GROUP_SEPARATOR.length()));
  }

  public InstanceSpec instance(int instance) {
    InstanceSpec spec = instances[instance];
    if (spec == null) {
      spec =
          InstanceSpec.of(
              new InstanceKey(fleet.ip(instance), fleet.port(instance), Http.DEFAULT_CLUSTER),
              services[fleet.serviceOf(instance)].name(),
              1,
              true,
              true,
              metadata.get(fleet.classNumber(fleet.serviceOf(instance))));
      instances[instance] = spec;
    }
    return spec;
  }

  /** A beat without the instance's description, the same one each time. */
  public Writes.Beat lightBeat(int instance) {
    Writes.Beat beat = beats[instance];
    if (beat == null) {
      beat = new Writes.Beat(services[fleet.serviceOf(instance)], instance(instance).key(), null);
      beats[instance] = beat;
    }
    return beat;
  }

  /** One of a service's configurations. */
  public ConfigKey configuration(int service, int number) {
    return new ConfigKey(
        fleet.configName(service, number), Http.DEFAULT_GROUP, services[service].namespace());
  }

  /** The number of an instance in the fleet. */
  public int numberOf(InstanceSpec spec) {
    return fleet.instanceAt(Ipv4.parse(spec.key().ip()), spec.key().port());
  }
}
