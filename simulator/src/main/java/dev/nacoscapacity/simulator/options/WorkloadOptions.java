package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.simulator.run.ClientSettings;
import dev.nacoscapacity.simulator.run.FleetSettings;
import dev.nacoscapacity.simulator.run.RunSettings;
import java.time.Duration;
import java.time.InstantSource;
import picocli.CommandLine.Mixin;

/** What the fleet does and for how long. */
public final class WorkloadOptions {

  @Mixin private FleetOptions fleet;
  @Mixin private ClientOptions client;
  @Mixin private TimingOptions timing;

  /** Whether a number of instances was asked for. */
  public boolean hasInstances() {
    return fleet.instances() != null;
  }

  /**
   * How many instances were asked for.
   *
   * @throws UsageException when no number was
   */
  public int instances() {
    UsageException.unless(
        hasInstances(), "--instances", "N is needed, for example --instances 1000");
    return fleet.instances();
  }

  /**
   * Finds what a model cannot honour.
   *
   * @throws UsageException when there is such
   */
  public void requireForModel() {
    fleet.requireForModel();
    client.requireForModel();
  }

  /** The real server that these options can load. */
  public ServerVersion realServer() {
    return client.needsGrpc() ? ServerVersion.V2_2_4 : ServerVersion.V1_4_1;
  }

  /**
   * The settings of a run that begins now.
   *
   * @param defaultWarmUp unless another was asked for
   * @param auth whether clients log in
   * @throws UsageException when options contradict each other
   */
  public RunSettings settings(
      int instances, Duration defaultWarmUp, boolean auth, InstantSource clock) {
    FleetSettings population = fleet.settings(instances, clock);
    ClientSettings clients =
        client.settings(population.fleet().size(), population.services(), auth);
    return new RunSettings(
        population,
        clients,
        timing.settings(clients.protocol(), defaultWarmUp),
        fleet.threads(),
        fleet.seed());
  }
}
