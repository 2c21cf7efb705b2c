package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.simulator.preflight.guard.Baseline;
import dev.nacoscapacity.simulator.preflight.guard.Guard;
import dev.nacoscapacity.simulator.preflight.guard.Harm;
import dev.nacoscapacity.simulator.preflight.guard.RegistryReader;
import dev.nacoscapacity.simulator.preflight.guard.Tolerance;
import dev.nacoscapacity.simulator.run.GeneratorLateness;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.Suspensions;
import java.util.Optional;

/** Stops a run that harms what others have in its registry. */
final class RegistryGuard implements Progress, AutoCloseable {

  private final StopSignal stop;
  private final GeneratorLateness lateness = new GeneratorLateness();
  private final Suspensions suspensions = new Suspensions(RunClock.system());
  private final Optional<Guard> guard;

  /**
   * Starts to guard.
   *
   * @param baseline what others have; empty for nothing
   */
  RegistryGuard(
      StopSignal stop, Optional<Baseline> baseline, Tolerance tolerance, RegistryReader reader) {
    this.stop = stop;
    this.guard = baseline.map(found -> Guard.watching(found, tolerance, reader, this::stopOn));
  }

  @Override
  public void second(RunSecond second) {
    lateness.second(second.stats(), 0, System.nanoTime());
    long suspended = suspensions.since();
    if (suspended > 0) {
      lateness.suspended(suspended, System.nanoTime());
    }
  }

  /**
   * Stops the run. While this process itself is late, the silence of a node counts as a limit of
   * the generator; so does a broken connection while this machine has no network. A lost instance
   * on an answering node always counts as harm. A refusal of the guard's reads says nothing about
   * the nodes, but nothing is guarded any more.
   */
  private void stopOn(Harm harm) {
    long lately = System.nanoTime() - Guard.SILENCE.toNanos();
    StopSignal.Cause cause =
        switch (harm.kind()) {
          case LOSS -> StopSignal.Cause.HARM;
          case BROKEN ->
              lateness.offNetworkSince(lately) ? StopSignal.Cause.GENERATOR : StopSignal.Cause.HARM;
          case SILENCE ->
              lateness.since(lately) ? StopSignal.Cause.GENERATOR : StopSignal.Cause.SILENCE;
          case GATEWAY -> StopSignal.Cause.GATEWAY;
        };
    stop.stop(cause, harm.sentence());
  }

  @Override
  public void close() {
    guard.ifPresent(Guard::close);
  }
}
