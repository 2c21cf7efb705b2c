package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.engine.Engine;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * What one run of a fleet stands on: its time, its event loops and their drivers, and what these
 * take from a machine. One is the wall's clock and the network, another a model.
 */
public interface FleetHost extends AutoCloseable {

  /** The run's time. */
  RunClock clock();

  /** Reads lists whole, which takes longer than an event loop may be kept. */
  Executor parser();

  /**
   * The event loops of the fleet; closed by the run.
   *
   * @param tokens of the clients; null without auth
   * @param connections the most of one event loop over HTTP
   * @throws SocketException when this machine has no way to the registry, or no socket left
   */
  Engine.Drivers drivers(FleetSpec spec, Tokens tokens, ConnectionPlan.Bounds connections)
      throws SocketException;

  /** Begins to watch what the run takes from its machine; closed by the run. */
  MachineUsage usage(RunSettings settings);

  /** What a reader of the record must know of the event loops and drivers; of the run's end. */
  default List<String> notes() {
    return List.of();
  }

  @Override
  default void close() {
    // Most have nothing to end.
  }
}
