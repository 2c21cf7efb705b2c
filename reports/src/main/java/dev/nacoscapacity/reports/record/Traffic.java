package dev.nacoscapacity.reports.record;

import java.util.List;
import java.util.Map;

/**
 * What a fleet is made of: its traffic profile. A fleet of equal services is one of a single class.
 *
 * @param profile the profile's name; null where none was asked for
 * @param classes of services, at least one
 */
public record Traffic(String profile, List<ServiceClass> classes) {

  public Traffic {
    classes = List.copyOf(classes);
  }

  /** Services as equal as can be, at least one and no more than instances. */
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

  /** How many services there are. */
  public int services() {
    return classes.stream().mapToInt(ServiceClass::services).sum();
  }

  /** How many instances they have together. */
  public int instances() {
    return classes.stream().mapToInt(ServiceClass::instances).sum();
  }
}
