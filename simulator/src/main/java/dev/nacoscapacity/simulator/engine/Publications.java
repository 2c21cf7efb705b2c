package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * The configurations that a fleet publishes and reads, which may be none; shared by all event
 * loops.
 */
final class Publications {

  private final Fleet fleet;
  private final Publication[][] byService;

  Publications(Fleet fleet) {
    this.fleet = fleet;
    boolean exist = fleet.configurations() != null;
    this.byService = new Publication[exist ? fleet.services() : 0][];
    for (int service = 0; service < byService.length; service++) {
      byService[service] = new Publication[fleet.classOf(service).configs()];
      for (int number = 0; number < byService[service].length; number++) {
        byService[service][number] = new Publication();
      }
    }
  }

  boolean exist() {
    return byService.length > 0;
  }

  Publication of(int service, int number) {
    return byService[service][number];
  }

  /** The number of configurations of a service. */
  int count(int service) {
    return exist() ? byService[service].length : 0;
  }

  String dataId(int service, int number) {
    return fleet.configName(service, number);
  }

  /** Length of each content in bytes. */
  int bytes() {
    return fleet.configurations().bytes();
  }
}
