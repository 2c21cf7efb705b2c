package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A run that may begin.
 *
 * @param settings as adapted to its host
 * @param registry with the properties that the check has found
 * @param notes on the registry for the reader of the record
 * @param machine for the record; empty when the result does not depend on it
 * @param starter starts the clock of the run, and what watches this machine meanwhile
 * @param stop ends the run early
 * @param ending ends the guard, and a registry of the run's own
 */
record AdmittedRun(
    Workload settings,
    OpenTarget registry,
    List<Message> notes,
    Optional<Machine> machine,
    Supplier<StartedRun> starter,
    StopSignal stop,
    Runnable ending)
    implements AutoCloseable {

  @Override
  public void close() {
    ending.run();
  }
}
