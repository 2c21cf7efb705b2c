package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import java.util.function.IntUnaryOperator;

/**
 * The arrivals of one periodic operation: the next actor that is due, whether its call is in
 * flight, and how many arrivals passed meanwhile. An actor has at most one call in flight. An actor
 * is an instance, or an instance and one of the services that it lists; its actors are consecutive.
 */
final class PeriodicCalls {

  private static final double ROOT_OF_TWO = Math.sqrt(2);

  private final Operation operation;
  private final Transport transport;
  private final Channel channel;
  private final ArrivalSchedule schedule;
  private final int actorsPerInstance;

  /** By actor: takes part in one of this many rounds; null when all take part in each. */
  private final IntUnaryOperator multiples;

  private final boolean burst;
  private long arrivals;

  /** By actor: 0 without a call in flight, else 1 plus the number of arrivals passed since. */
  private final short[] underWay;

  private final ActorOutages unserved;

  /**
   * @param transport of the actors, in a fleet that speaks two protocols
   * @param channel whose calls they are, of the connections of an actor
   * @param actorsPerInstance at least 1
   * @param multiples by actor: takes part in one of this many rounds; null for all in each
   * @param burst whether actors take part in the same rounds where possible
   * @param now in nanoseconds
   */
  PeriodicCalls(
      Operation operation,
      Transport transport,
      Channel channel,
      ArrivalSchedule schedule,
      int actors,
      int actorsPerInstance,
      IntUnaryOperator multiples,
      boolean burst,
      long now) {
    this.operation = operation;
    this.transport = transport;
    this.channel = channel;
    this.schedule = schedule;
    this.actorsPerInstance = actorsPerInstance;
    this.multiples = multiples;
    this.burst = burst;
    this.underWay = new short[actors];
    this.unserved = new ActorOutages(actors, now);
  }

  Operation operation() {
    return operation;
  }

  Transport transport() {
    return transport;
  }

  Channel channel() {
    return channel;
  }

  boolean areBeatsOfInstances() {
    return operation == Operation.BEAT && channel == Channel.NAMING;
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

  private int multiple(int actor) {
    return multiples == null ? 1 : multiples.applyAsInt(actor);
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
    return every == 1 || (round + (burst ? 0 : firstRound(actor, every))) % every == 0 ? actor : -1;
  }

  /** Distributes actors with the same period evenly over its rounds. */
  private static int firstRound(int actor, int every) {
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
    if (multiples != null || schedule.period() == period) {
      return false;
    }
    schedule.changePeriod(period);
    return true;
  }
}
