package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.util.List;
import java.util.Optional;

/** A run that may begin. Closing it ends the guard, and a registry of its own. */
interface AdmittedRun extends AutoCloseable {

  /** The settings of the run, as adapted to its host. */
  RunSettings settings();

  /** The registry, with the properties that the check has found. */
  OpenTarget registry();

  /** Notes on the registry for the reader of the record. */
  List<String> notes();

  /** The machine for the record; empty when the result does not depend on it. */
  Optional<Machine> machine();

  /** Starts the clock of the run, and what watches this machine meanwhile. */
  StartedRun start();

  @Override
  void close();
}
