package dev.nacoscapacity.core.workload;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * The composition of a fleet: its traffic profile. A fleet of equal services has a single class.
 *
 * @param profile name of the profile; null when none was given
 * @param classes of services, at least one
 * @param configurations those that the fleet listens for; null where these do not exist
 * @param slowClients null for none
 * @param waves what the fleet itself does within the measurement window, in the order of their time
 * @param rate what all instances call at a constant rate; null where they follow their own periods
 */
@RecordBuilder
public record Traffic(
    String profile,
    List<ServiceClass> classes,
    Configurations configurations,
    SlowClients slowClients,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Wave> waves,
    ApiRate rate)
    implements TrafficBuilder.With {

  public Traffic {
    classes = List.copyOf(classes);
    waves = waves == null ? List.of() : List.copyOf(waves);
    if (configurations == null && rate != null && rate.api().ofConfigurations()) {
      configurations = ApiRate.CONFIGURATIONS;
    }
  }

  /** A fleet whose instances follow their own periods. */
  public Traffic(
      String profile,
      List<ServiceClass> classes,
      Configurations configurations,
      SlowClients slowClients,
      List<Wave> waves) {
    this(profile, classes, configurations, slowClients, waves, null);
  }

  /** Services whose configurations do not exist, clients that are all alike, and no waves. */
  public Traffic(String profile, List<ServiceClass> classes) {
    this(profile, classes, null, null, List.of());
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
