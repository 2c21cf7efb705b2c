package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.workload.Fleet;

/** The configurations that a fleet publishes and reads; shared by all event loops. */
final class Publications {

  private final Fleet fleet;
  private final Publication[][] byService;

  private Publications(Fleet fleet) {
    this.fleet = fleet;
    this.byService = new Publication[fleet.services()][];
    for (int service = 0; service < byService.length; service++) {
      byService[service] = new Publication[fleet.classOf(service).configs()];
      for (int number = 0; number < byService[service].length; number++) {
        byService[service][number] = new Publication();
      }
    }
  }

  /** Creates them; null for a fleet whose configurations do not exist. */
  static Publications of(Fleet fleet) {
    return fleet.configurations() == null ? null : new Publications(fleet);
  }

  Publication of(int service, int number) {
    return byService[service][number];
  }

  /** The number of configurations of a service. */
  int count(int service) {
    return byService[service].length;
  }

  String dataId(int service, int number) {
    return fleet.configName(service, number);
  }

  /** Length of each content in bytes. */
  int bytes() {
    return fleet.configurations().bytes();
  }
}
