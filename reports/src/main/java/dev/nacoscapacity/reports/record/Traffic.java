package dev.nacoscapacity.reports.record;

import java.util.List;
import java.util.Map;

/**
 * The composition of a fleet: its traffic profile. A fleet of equal services has a single class.
 *
 * @param profile name of the profile; null when none was given
 * @param classes of services, at least one
 */
public record Traffic(String profile, List<ServiceClass> classes) {

  public Traffic {
    classes = List.copyOf(classes);
  }

  /**
   * Distributes the instances evenly over the services: at least one service, and no more services
   * than instances.
   */
  public static Traffic even(int instances, int services) {
    int size = instances / services;
    int larger = instances % services;
    return new Traffic(
        null,
        List.of(
            ServiceClass.plain(
                "all",
                larger == 0
                    ? Map.of(size, services)
                    : Map.of(size + 1, larger, size, services - larger))));
  }

  /** The number of services. */
  public int services() {
    return classes.stream().mapToInt(ServiceClass::services).sum();
  }

  /** The number of instances of all services. */
  public int instances() {
    return classes.stream().mapToInt(ServiceClass::instances).sum();
  }
}
