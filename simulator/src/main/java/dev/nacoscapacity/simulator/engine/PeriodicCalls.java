package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import java.util.function.IntUnaryOperator;

/**
 * The calls of one periodic operation: who is due, whose call is under way, and how many arrivals
 * each actor has skipped meanwhile. An actor has at most one call under way. Actors are instances,
 * or where an instance lists several services, an instance and one of these; an instance's actors
 * are numbered in succession.
 */
final class PeriodicCalls {

  private static final double ROOT_OF_TWO = Math.sqrt(2);

  private final Operation operation;
  private final Transport transport;
  private final boolean config;
  private final ArrivalSchedule timetable;
  private final int actorsEach;

  /** In each how manyth round an actor takes part; null where all do in each. */
  private final IntUnaryOperator multiples;

  private final boolean burst;
  private long taken;

  /** By actor: 0 without a call under way, else 1 and how many arrivals it has skipped since. */
  private final short[] underWay;

  private final ActorOutages unserved;

  /**
   * @param transport what actors speak that make them, where the fleet speaks two protocols
   * @param config whether the calls are of the actors' configuration connections
   * @param actorsEach of an instance, at least 1
   * @param multiples in each how manyth round an actor takes part; null where all do in each
   * @param burst whether all take part in the same rounds, as far as they can
   * @param now in nanoseconds
   */
  PeriodicCalls(
      Operation operation,
      Transport transport,
      boolean config,
      ArrivalSchedule timetable,
      int actors,
      int actorsEach,
      IntUnaryOperator multiples,
      boolean burst,
      long now) {
    this.operation = operation;
    this.transport = transport;
    this.config = config;
    this.timetable = timetable;
    this.actorsEach = actorsEach;
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

  boolean config() {
    return config;
  }

  boolean areBeatsOfInstances() {
    return operation == Operation.BEAT && !config;
  }

  /** Who of the actors is without service. */
  ActorOutages unserved() {
    return unserved;
  }

  long due() {
    return timetable.due();
  }

  /** Of an actor. */
  long period(int actor) {
    return timetable.period() * multiple(actor);
  }

  private int multiple(int actor) {
    return multiples == null ? 1 : multiples.applyAsInt(actor);
  }

  /** The instance, of this loop's, that an actor is. */
  int instance(int actor) {
    return actor / actorsEach;
  }

  /** Which of its instance's actors an actor is, from 0. */
  int which(int actor) {
    return actor % actorsEach;
  }

  /** Takes the next arrival: whose it is, or -1 when that actor's turn is in another round. */
  int take() {
    long round = taken++ / underWay.length;
    int actor = timetable.take();
    int every = multiple(actor);
    return every == 1 || (round + (burst ? 0 : firstRound(actor, every))) % every == 0 ? actor : -1;
  }

  /** Actors who share a period are spread evenly over its rounds, whatever their numbers are. */
  private static int firstRound(int actor, int every) {
    double place = actor * ROOT_OF_TWO;
    return (int) ((place - Math.floor(place)) * every);
  }

  /** Starts an actor's call, or notes that its arrival has passed since its last is under way. */
  boolean start(int actor) {
    if (underWay[actor] == 0) {
      underWay[actor] = 1;
      return true;
    }
    // A call ends by its timeout long before this many periods.
    underWay[actor] = (short) Math.min(Short.MAX_VALUE, underWay[actor] + 1);
    return false;
  }

  /** An instance waits for none of them any more. */
  void giveUp(int instance) {
    int end = Math.min(underWay.length, (instance + 1) * actorsEach);
    for (int actor = instance * actorsEach; actor < end; actor++) {
      unserved.ended(actor, true, 0);
    }
  }

  boolean underWay(int actor) {
    return underWay[actor] != 0;
  }

  /** Ends an actor's call and returns how many arrivals passed while it was under way. */
  int end(int actor) {
    int arrivals = Math.max(0, underWay[actor] - 1);
    underWay[actor] = 0;
    return arrivals;
  }

  /** Begins with the first arrival at {@code start}; calls under way stay so. */
  void begin(long start) {
    taken = 0;
    timetable.begin(start);
  }

  /**
   * Changes everybody's period from the next arrival on; calls under way stay so. False where
   * actors have it already, or have periods of their own, which no one answer can mean.
   */
  boolean changePeriod(long period) {
    if (multiples != null || timetable.period() == period) {
      return false;
    }
    timetable.changePeriod(period);
    return true;
  }
}
