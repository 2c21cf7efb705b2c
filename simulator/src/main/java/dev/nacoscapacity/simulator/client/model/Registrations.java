package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.ConfigCall;
import dev.nacoscapacity.simulator.verify.Ipv4;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Maps the fleet's services and instances to those of a modelled registry; caches the objects. */
public final class Registrations {

  final Fleet fleet;
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
              metadata.get(fleet.classNumber(fleet.serviceOf(instance))));
      instances[instance] = spec;
    }
    return spec;
  }

  /** A beat without the instance's description. */
  Writes.Beat lightBeat(int instance) {
    Writes.Beat beat = beats[instance];
    if (beat == null) {
      beat = new Writes.Beat(services[fleet.serviceOf(instance)], instance(instance).key(), null);
      beats[instance] = beat;
    }
    return beat;
  }

  /** The request of a configuration call; null where no configurations exist. */
  ConfigExchange configuration(Call call) {
    ConfigCall requested = call.configuration;
    if (requested == null) {
      return null;
    }
    return switch (call.operation) {
      case LISTEN -> {
        Map<ConfigKey, String> md5s = new LinkedHashMap<>();
        for (int i = 0; i < requested.numbers.length; i++) {
          md5s.put(key(call.service, requested.numbers[i]), requested.contents[i].md5());
        }
        yield ConfigExchange.listen(md5s);
      }
      case PUBLISH ->
          ConfigExchange.publish(key(call.service, requested.number()), requested.content().text());
      default -> ConfigExchange.about(key(call.service, requested.number()));
    };
  }

  private ConfigKey key(int service, int number) {
    return new ConfigKey(
        fleet.configName(service, number), Http.DEFAULT_GROUP, services[service].namespace());
  }

  /** Writes the response to a configuration call into the call; no effect for null. */
  static void answer(ConfigExchange exchange, Call call) {
    if (exchange != null) {
      call.configuration.text = exchange.read();
      call.configuration.changed = exchange.changed().stream().map(ConfigKey::dataId).toList();
    }
  }

  /** The number of an instance in the fleet. */
  int numberOf(InstanceSpec spec) {
    return fleet.instanceAt(Ipv4.parse(spec.key().ip()), spec.key().port());
  }
}
