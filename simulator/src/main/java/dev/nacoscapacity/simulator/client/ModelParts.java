package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Writes;

/** The fleet's services, instances and configurations as those of a modelled registry. */
public interface ModelParts {

  ServiceKey service(int service);

  InstanceSpec instance(int instance);

  /** A beat without the instance's description. */
  Writes.Beat lightBeat(int instance);

  /** One of a service's configurations. */
  ConfigKey configuration(int service, int number);
}
