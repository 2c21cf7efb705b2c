package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import dev.nacoscapacity.simulator.schedule.Periods;
import dev.nacoscapacity.simulator.schedule.Permutation;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The arrivals of one kind of periodic call: the next actor that is due, whether its call is in
 * flight, and how many arrivals passed meanwhile. An actor has at most one call in flight. An actor
 * is an instance, or an instance and one of the services that it lists; its actors are consecutive.
 */
abstract class PeriodicCalls<C extends FleetCall> {

  private static final double ROOT_OF_TWO = Math.sqrt(2);

  /**
   * When calls are due.
   *
   * @param periods by service class
   */
  record Rhythm(Periods periods, Permutation.Order order, Phase phase) {}

  final Operation operation;
  final Transport transport;
  private final Slice slice;
  private final Supplier<C> create;
  private final C prototype;
  private final int actorsPerInstance;
  private final Rhythm rhythm;

  /** Whether all actors have the same period. */
  private final boolean alike;

  private final ArrivalSchedule schedule;
  private long arrivals;

  /** By actor: 0 without a call in flight, else 1 plus the number of arrivals passed since. */
  private final short[] underWay;

  /** Actors that make no more calls. */
  private final BitSet stopped = new BitSet();

  private final ActorOutages unserved;
  private final Deque<C> recycled = new ArrayDeque<>();

  /**
   * @param create makes a call, to be recycled
   * @param transport of the actors, in a fleet that speaks two protocols
   * @param actorsPerInstance at least 1
   */
  PeriodicCalls(
      Slice slice,
      Supplier<C> create,
      Transport transport,
      int actors,
      int actorsPerInstance,
      Rhythm rhythm) {
    this.slice = slice;
    this.create = create;
    this.prototype = create.get();
    this.operation = prototype.operation;
    this.transport = transport;
    this.actorsPerInstance = actorsPerInstance;
    this.rhythm = rhythm;
    this.alike = rhythm.periods().equal();
    long seed = slice.settings().workload().seed() + operation.ordinal();
    this.schedule =
        new ArrivalSchedule(
            new Permutation(actors, seed, rhythm.order()),
            rhythm.phase(),
            0,
            rhythm.periods().common());
    this.underWay = new short[actors];
    this.unserved = new ActorOutages(actors, slice.now());
  }

  /** Whether an actor makes its call that is due, if its instance is not away. */
  abstract boolean takesPart(int actor, long due);

  /** Whether actors belong to instances, and not to nodes. */
  boolean areOfInstances() {
    return true;
  }

  /** One of the calls, to tell their kind. */
  C prototype() {
    return prototype;
  }

  /** Begins the call of an actor for its instance. */
  void begin(C call, int actor, long due, long now) {
    int instance = slice.global(instance(actor));
    call.begin(instance, slice.fleet().serviceOf(instance), due, now);
  }

  /** The call of an actor, to be sent now. */
  C next(int actor, long due, long now) {
    C call = recycled.isEmpty() ? made() : recycled.pollFirst();
    begin(call, actor, due, now);
    call.transport = transport;
    call.scheduledActor = actor;
    call.period = period(actor);
    return call;
  }

  private C made() {
    C call = create.get();
    call.periodic = Optional.of(this);
    return call;
  }

  /** Takes back one of these calls, which has ended. */
  @SuppressWarnings("unchecked")
  void recycle(FleetCall call) {
    recycled.addFirst((C) call);
  }

  /** The outages of the actors. */
  ActorOutages unserved() {
    return unserved;
  }

  long due() {
    return schedule.due();
  }

  /** The period of an actor, in nanoseconds. */
  long period(int actor) {
    return schedule.period() * multiple(actor);
  }

  /** An actor takes part in one of this many rounds. */
  private int multiple(int actor) {
    if (alike) {
      return 1;
    }
    int service = slice.fleet().serviceOf(slice.global(instance(actor)));
    return rhythm.periods().multiples()[slice.fleet().classNumber(service)];
  }

  /** The member of this loop that an actor belongs to. */
  int instance(int actor) {
    return actor / actorsPerInstance;
  }

  /** The position of an actor among the actors of its instance, from 0. */
  int which(int actor) {
    return actor % actorsPerInstance;
  }

  /** Takes the next arrival; returns its actor, or -1 when the actor takes part in other rounds. */
  int take() {
    long round = arrivals++ / underWay.length;
    int actor = schedule.take();
    int every = multiple(actor);
    boolean isRound = every == 1 || (round + firstRound(actor, every)) % every == 0;
    return isRound && !stopped.get(actor) ? actor : -1;
  }

  /**
   * Distributes actors with the same period evenly over its rounds; in bursts they take part in the
   * same rounds where possible.
   */
  private int firstRound(int actor, int every) {
    if (rhythm.phase() == Phase.BURST) {
      return 0;
    }
    double product = actor * ROOT_OF_TWO;
    return (int) ((product - Math.floor(product)) * every);
  }

  /** Starts the call of an actor; if one is in flight, counts a passed arrival instead. */
  boolean start(int actor) {
    if (underWay[actor] == 0) {
      underWay[actor] = 1;
      return true;
    }
    // No overflow in practice, since calls time out much earlier.
    underWay[actor] = (short) Math.min(Short.MAX_VALUE, underWay[actor] + 1);
    return false;
  }

  /** An actor makes no more calls. */
  void stop(int actor) {
    stopped.set(actor);
    unserved.ended(actor, true, 0);
  }

  /** Ends the outages of all actors of an instance. */
  void endOutages(int instance) {
    int end = Math.min(underWay.length, (instance + 1) * actorsPerInstance);
    for (int actor = instance * actorsPerInstance; actor < end; actor++) {
      unserved.ended(actor, true, 0);
    }
  }

  boolean underWay(int actor) {
    return underWay[actor] != 0;
  }

  /** Ends the call of an actor; returns how many arrivals passed while it was in flight. */
  int end(int actor) {
    int passed = Math.max(0, underWay[actor] - 1);
    underWay[actor] = 0;
    return passed;
  }

  /** Restarts the schedule at {@code start}; calls in flight stay so. */
  void begin(long start) {
    arrivals = 0;
    schedule.begin(start);
  }

  /**
   * Changes the period of all actors after the next arrival; calls in flight stay so. False when
   * they have this period, or different periods, which one interval of the server cannot replace.
   */
  boolean changePeriod(long period) {
    if (!alike || schedule.period() == period) {
      return false;
    }
    schedule.changePeriod(period);
    return true;
  }
}
