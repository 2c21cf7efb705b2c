package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.simulator.run.ClientSettings;
import dev.nacoscapacity.simulator.run.FleetSettings;
import dev.nacoscapacity.simulator.run.RunSettings;
import java.time.Duration;
import java.time.InstantSource;
import picocli.CommandLine.Mixin;

/** What the fleet does and for how long: the options that every command with a fleet shares. */
public final class WorkloadOptions {

  public static final Duration STAND_IN_WARM_UP = Duration.ofSeconds(10);
  public static final Duration WARM_UP = Duration.ofSeconds(60);

  @Mixin private FleetOptions fleet;
  @Mixin private ClientOptions client;
  @Mixin private TimingOptions timing;

  /** Whether a number of instances was asked for. */
  public boolean hasInstances() {
    return fleet.instances() != null;
  }

  /** The real server that these options can load. */
  public ServerVersion realServer() {
    return client.grpc() ? ServerVersion.V2_2_4 : ServerVersion.V1_4_1;
  }

  /**
   * The settings of a run that begins now.
   *
   * @param standIn whether the target is a stand-in, which needs less warming
   * @param auth whether clients log in
   * @throws UsageException when options contradict each other
   */
  public RunSettings settings(boolean standIn, boolean auth, InstantSource clock) {
    UsageException.unless(hasInstances(), "--instances N is needed, for example --instances 1000");
    return settings(fleet.instances(), standIn ? STAND_IN_WARM_UP : WARM_UP, auth, clock);
  }

  /**
   * The same for another number of instances.
   *
   * @param instances asked of whoever searches for it
   * @param usualWarmUp unless another was asked for
   */
  public RunSettings settings(
      int instances, Duration usualWarmUp, boolean auth, InstantSource clock) {
    FleetSettings population = fleet.settings(instances, clock);
    ClientSettings clients =
        client.settings(population.fleet().size(), population.services(), auth);
    return new RunSettings(
        population,
        clients,
        timing.settings(clients.protocol(), usualWarmUp),
        fleet.threads(),
        fleet.seed());
  }
}
