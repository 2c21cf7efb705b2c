package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;

/**
 * The calls of one periodic operation: who is due, whose call is under way, and how many arrivals
 * each actor has skipped meanwhile. An actor has at most one call under way.
 */
final class PeriodicCalls {

  private final Operation operation;
  private final Transport transport;
  private final boolean config;
  private final ArrivalSchedule timetable;

  /** By actor: 0 without a call under way, else 1 and how many arrivals it has skipped since. */
  private final short[] underWay;

  private final ActorOutages unserved;

  /**
   * @param transport what actors speak that make them, where the fleet speaks two protocols
   * @param config whether the calls are of the actors' configuration connections
   * @param now in nanoseconds
   */
  PeriodicCalls(
      Operation operation,
      Transport transport,
      boolean config,
      ArrivalSchedule timetable,
      int actors,
      long now) {
    this.operation = operation;
    this.transport = transport;
    this.config = config;
    this.timetable = timetable;
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

  long period() {
    return timetable.period();
  }

  int take() {
    return timetable.take();
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

  /** Whether somebody of that number may make them. */
  boolean has(int actor) {
    return actor < underWay.length;
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
    timetable.begin(start);
  }

  /** Changes the period from the next arrival on; calls under way stay so. */
  void changePeriod(long period) {
    timetable.changePeriod(period);
  }
}
