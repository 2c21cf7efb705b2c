package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.verify.Listing;

/**
 * The simulator's own read of a service on a node, to check what the registry lists. Always over
 * HTTP, so that the registry is read over a path other than the loaded one of gRPC.
 */
public final class SweepCall extends HostsCall {

  private static final Kind KIND =
      Kind.overHttp(
          Operation.SWEEP, Trait.FOLLOWS_LOAD, Trait.VERIFIES, Trait.COUNTS_HOSTS, Trait.UNSHARED);

  /** The hosts in the response; may be read after the call has ended, and on another thread. */
  public Listing listing;

  public SweepCall() {
    super(KIND);
  }

  @Override
  public void take(Answer answer) {
    listing = answer.listing();
  }

  @Override
  void react(FleetLoop loop) {
    loop.sweeper.completed(new Sweeper.Read(service, server));
    loop.observer.swept(this);
  }
}
