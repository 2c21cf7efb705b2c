package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.BitSet;
import java.util.function.LongSupplier;

/**
 * The ramps of one event loop, one at a time: its instances log in, register or deregister, or the
 * first of each service publishes or removes the configurations, after opening the connections that
 * they need. All methods run on the thread of the event loop.
 */
final class LoopRamps {

  private final LongSupplier clock;
  private final Fleet fleet;
  private final Slice slice;
  private final LoopSettings settings;
  private final InstanceStates states;
  private final Caller caller;
  private final Membership membership;
  private final AdmissionRate admissions;

  /** Null where no configurations exist. */
  private final ConfigListeners configs;

  /** Members that remove configurations once their publications in flight have ended. */
  private final BitSet removeLater = new BitSet();

  /** Null without one. */
  private Ramp current;

  /**
   * @param admissions the common rate of registrations, publications and clients that return
   * @param configs null where no configurations exist
   */
  LoopRamps(
      LongSupplier clock,
      Fleet fleet,
      Slice slice,
      LoopSettings settings,
      InstanceStates states,
      Caller caller,
      Membership membership,
      AdmissionRate admissions,
      ConfigListeners configs) {
    this.clock = clock;
    this.fleet = fleet;
    this.slice = slice;
    this.settings = settings;
    this.states = states;
    this.caller = caller;
    this.membership = membership;
    this.admissions = admissions;
    this.configs = configs;
  }

  /** Starts a ramp: every instance that has a call of this operation to make makes it. */
  void begin(Operation operation, DueTimes pace, long now) {
    current =
        new Ramp(
            operation,
            states.size(),
            settings.transports().stream().map(transport -> settings.newLimit()).toList(),
            member -> settings.transports().indexOf(states.transport(member)),
            pace,
            operation == Operation.REGISTER || operation == Operation.PUBLISH
                ? admissions
                : settings.newUnlimitedRate(now),
            member -> isApplicable(operation, member),
            member -> start(operation, member));
  }

  private boolean isApplicable(Operation operation, int member) {
    int instance = slice.global(member);
    return switch (operation) {
      case DEREGISTER -> states.mayBeListed(member);
      case PUBLISH, REMOVE ->
          configs != null
              && instance < fleet.services()
              && configs.nextChange(operation, instance) != null;
      default -> true;
    };
  }

  Ramp.State state() {
    return current.state();
  }

  /** Ends the current ramp, and returns its operation. */
  Operation end() {
    Operation ended = current.operation();
    current = null;
    return ended;
  }

  /** Drops the current ramp, if there is one. */
  void clear() {
    current = null;
  }

  /** Starts the calls that may start now. */
  void step(long now) {
    if (current != null) {
      current.step(now);
    }
  }

  /** Whether the current ramp started a call. */
  boolean started(Call call) {
    return current != null && current.started(call, slice.member(call.actor));
  }

  /** Handles the end of a call of the current ramp, if it is one, and starts others. */
  void completed(Call call) {
    if (started(call)) {
      current.completed(call, slice.member(call.actor));
      current.step(clock.getAsLong());
    }
  }

  /** Handles the end of a connection that the current ramp opened. */
  void connected(Call connection) {
    if (connection.ok() && connection.channel == Channel.CONFIG) {
      startChange(current.operation(), slice.member(connection.actor));
    } else {
      completed(connection);
    }
  }

  /** Starts the call of an instance, after a connection where one is needed. */
  private void start(Operation operation, int member) {
    int instance = slice.global(member);
    switch (operation) {
      case LOGIN -> caller.login(instance);
      case PUBLISH, REMOVE -> startChange(operation, member);
      case REGISTER -> {
        states.registrationSent(member);
        if (membership.isConnected(member)) {
          caller.callOnce(operation, instance, states.transport(member));
        } else {
          membership.connect(member, Channel.NAMING);
        }
      }
      default -> caller.callOnce(operation, instance, states.transport(member));
    }
  }

  /**
   * Publishes or removes the configurations of a service one by one, as its first instance. Over
   * gRPC a client uses its configuration connection, on which it then listens, and opens it if
   * needed.
   */
  private void startChange(Operation operation, int member) {
    int instance = slice.global(member);
    if (operation == Operation.REMOVE && caller.isPublishing(instance)) {
      // Otherwise the publication could reach a node after the removal, and remain there.
      removeLater.set(member);
    } else if (settings.overGrpc(states.transport(member))
        && !(states.listens(member) && caller.driver().connected(instance, Channel.CONFIG))) {
      membership.connectConfig(member);
    } else {
      caller.configure(
          operation, instance, states.transport(member), configs.nextChange(operation, instance));
    }
  }

  /** Handles the end of a publication or removal, and continues with the same service. */
  void changed(Call call) {
    int member = slice.member(call.actor);
    if (call.ok()) {
      configs.acknowledged(call);
      if (started(call) && configs.nextChange(call.operation, call.service) != null) {
        current.succeeded();
        startChange(call.operation, member);
        return;
      }
    }
    completed(call);
    if (removeLater.get(member) && !caller.isPublishing(call.actor)) {
      removeLater.clear(member);
      startChange(Operation.REMOVE, member);
    }
  }
}
