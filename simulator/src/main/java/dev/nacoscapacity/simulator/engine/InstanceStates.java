package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Transport;

/** What is known of each instance of a slice, in a byte each. */
final class InstanceStates {

  private static final byte REGISTERED = 1;
  private static final byte LIGHT_BEATS = 2;
  private static final byte REGISTERING_AGAIN = 4;
  private static final byte OFFERED = 8;
  private static final byte LISTENS = 16;
  private static final byte OVER_HTTP = 32;
  private static final byte OVER_GRPC = 64;
  private static final byte AWAY = -128;

  private final byte[] states;

  InstanceStates(int instances) {
    states = new byte[instances];
  }

  int size() {
    return states.length;
  }

  /** The registry has acknowledged it and it is not away, so it beats and lists. */
  boolean isRegistered(int member) {
    return (states[member] & (REGISTERED | AWAY)) == REGISTERED;
  }

  /** It takes part in nothing. */
  boolean isAway(int member) {
    return is(AWAY, member);
  }

  /** The registry may list it: a registration was sent, whatever became of that. */
  boolean mayBeThere(int member) {
    return is(REGISTERED, member) || is(OFFERED, member);
  }

  /** The server allows it to beat without describing itself. */
  boolean mayBeatLightly(int member) {
    return is(LIGHT_BEATS, member);
  }

  /** It was lost, and a registration is under way to restore it. */
  boolean isRegisteringAgain(int member) {
    return is(REGISTERING_AGAIN, member);
  }

  /** It was given a configuration connection, which is then looked after by itself. */
  boolean listens(int member) {
    return is(LISTENS, member);
  }

  /** What it speaks; {@link Transport#ANY} while that was never set, in a fleet of one protocol. */
  Transport transport(int member) {
    if (is(OVER_HTTP, member)) {
      return Transport.HTTP;
    }
    return is(OVER_GRPC, member) ? Transport.GRPC : Transport.ANY;
  }

  void speaks(int member, Transport transport) {
    set(OVER_HTTP, member, transport == Transport.HTTP);
    set(OVER_GRPC, member, transport == Transport.GRPC);
  }

  void listening(int member) {
    set(LISTENS, member, true);
  }

  void offered(int member) {
    set(OFFERED, member, true);
  }

  void registered(int member) {
    set(REGISTERED, member, true);
  }

  void deregistered(int member) {
    states[member] &= OVER_HTTP | OVER_GRPC | AWAY;
  }

  /** It is gone without a word, so the registry may list it for a while. */
  void vanished(int member) {
    deregistered(member);
    offered(member);
  }

  void away(int member, boolean on) {
    set(AWAY, member, on);
  }

  void allowLightBeats(int member, boolean allowed) {
    set(LIGHT_BEATS, member, allowed);
  }

  void registeringAgain(int member, boolean underWay) {
    set(REGISTERING_AGAIN, member, underWay);
  }

  private boolean is(byte state, int member) {
    return (states[member] & state) != 0;
  }

  private void set(byte state, int member, boolean on) {
    states[member] = (byte) (on ? states[member] | state : states[member] & ~state);
  }
}
