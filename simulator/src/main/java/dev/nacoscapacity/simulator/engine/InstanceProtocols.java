package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;

/** Which protocol each instance of a loop is to speak, and who is between two. */
final class InstanceProtocols {

  private final Slice slice;
  private final InstanceStates states;
  private final boolean mixed;

  /** Of instances that deregistered to change their protocol and are not registered again. */
  private final ActorOutages moving;

  /** The share of instances that are to speak gRPC, in a fleet that speaks both protocols. */
  private double grpcShare;

  /** All speak as the workload says. */
  InstanceProtocols(Slice slice, InstanceStates states) {
    LoopSettings settings = slice.settings();
    this.slice = slice;
    this.states = states;
    this.mixed = settings.mixed();
    this.moving = new ActorOutages(mixed ? states.size() : 0, slice.now());
    this.grpcShare = mixed ? settings.workload().protocol().grpcShare() : 1;
    for (int member = 0; member < states.size(); member++) {
      adopt(member);
    }
  }

  /** Changes the share that is to speak gRPC; who speaks otherwise has yet to move. */
  void aim(double share) {
    grpcShare = share;
  }

  /** Whether an instance speaks the protocol that it should. */
  boolean isAsAimed(int member) {
    return states.transport(member) == aimed(member);
  }

  /** An instance that is not registered speaks what it should from now on. */
  void adopt(int member) {
    states.speaks(member, aimed(member));
  }

  /** The protocol that an instance should speak; ANY in a fleet of one protocol. */
  private Transport aimed(int member) {
    if (!mixed) {
      return Transport.ANY;
    }
    return slice.fleet().rank(slice.global(member)) < grpcShare ? Transport.GRPC : Transport.HTTP;
  }

  /** An instance has deregistered, to register again over the protocol that it should speak. */
  void left(int member, long now) {
    if (mixed) {
      moving.overdue(member, now);
    }
  }

  /** An instance is registered again, or no longer to be. */
  void arrived(int member) {
    moving.ended(member, true, 0);
  }

  /** Adds the instances that are without service between two protocols. */
  void addTo(RunStats second, long now) {
    if (mixed) {
      Transport to = grpcShare > 0 ? Transport.GRPC : Transport.HTTP;
      moving.addTo(second.of(Operation.REGISTER, to), now);
    }
  }
}
