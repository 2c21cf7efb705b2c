package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.engine.Engine;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The environment of one run of a fleet: its clock, its event loops and their drivers, and the
 * usage of the machine. One implementation uses the system clock and the network, another a model.
 */
public interface FleetHost extends AutoCloseable {

  /** The clock of the run. */
  RunClock clock();

  /** Executes the parsing of complete lists, which would take too long on an event loop. */
  Executor parser();

  /**
   * Creates the drivers with their event loops; the run closes them.
   *
   * @param connections limits of one event loop over HTTP
   * @throws SocketException when this machine has no route to the registry, or no socket left
   */
  Engine.Drivers drivers(FleetSpec spec, Tokens tokens, ConnectionPlan.Bounds connections)
      throws SocketException;

  /** Starts to sample the machine usage of the run; the run closes the result. */
  MachineUsage usage(Workload settings);

  /** Notes for the record on the event loops and drivers; called at the end of the run. */
  default List<Message> notes() {
    return List.of();
  }

  @Override
  default void close() {
    // Most hosts have no resources to release.
  }
}
