package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/**
 * What counts whenever it happened in a run, in the judged window or not. For one thread; those of
 * several loops are added.
 */
final class WholeRun {

  private final Set<String> shortages = new TreeSet<>();
  private final Histogram pushes = new Histogram(3);
  private boolean shortagesOver;

  /** A call has ended: notes what this machine lacked for any of its attempts. */
  void completed(Call call) {
    if (shortagesOver) {
      return;
    }
    if (call.shortage != null) {
      shortages.add(call.shortage);
    }
    if (!call.ok() && Driver.isShortage(call.failure)) {
      shortages.add(call.failure);
    }
  }

  /** From now on nothing is noted that this machine lacks. */
  void endShortages() {
    shortagesOver = true;
  }

  /** A push came so long after the registration that it brought, in nanoseconds. */
  void pushed(long latency) {
    pushes.recordValue(Math.max(0, latency / 1000));
  }

  WholeRun plus(WholeRun other) {
    WholeRun sum = new WholeRun();
    for (WholeRun part : new WholeRun[] {this, other}) {
      sum.shortages.addAll(part.shortages);
      sum.pushes.add(part.pushes);
    }
    return sum;
  }

  /** Until the fleet left: {@link Driver#NO_DESCRIPTOR}, {@link Driver#NO_PORT}, both or none. */
  Set<String> shortages() {
    return shortages;
  }

  /** From registrations to the pushes with them, in microseconds. */
  Histogram pushes() {
    return pushes;
  }
}
