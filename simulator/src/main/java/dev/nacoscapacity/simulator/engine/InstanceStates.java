package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Transport;

/**
 * The states of the instances of a slice; {@link Instances} and {@link InstanceProtocols} alone
 * change them.
 */
final class InstanceStates {

  /** Whether an instance takes part, as far as waves decide. */
  enum Presence {
    /** Registered, or a lost registration is being restored. */
    PRESENT,
    RETURNING,
    /** Waits until its calls have ended. */
    LEAVING,
    /** The deregistration is in flight. */
    DEREGISTERING,
    AWAY
  }

  private static final Presence[] PRESENCES = Presence.values();

  private static final byte REGISTERED = 1;
  private static final byte LIGHT_BEATS = 2;
  private static final byte REGISTERING_AGAIN = 4;
  private static final byte REGISTRATION_SENT = 8;
  private static final byte LISTENS = 16;
  private static final byte OVER_HTTP = 32;
  private static final byte OVER_GRPC = 64;
  private static final byte DISCONNECTED = -128;

  private final byte[] states;
  private final byte[] presences;

  /** By member: calls in flight that delay its departure; empty when no member leaves. */
  private final short[] calls;

  /**
   * @param leave whether instances leave in waves
   */
  InstanceStates(int instances, boolean leave) {
    states = new byte[instances];
    presences = new byte[instances];
    calls = new short[leave ? instances : 0];
  }

  int size() {
    return states.length;
  }

  /** It is registered and not away, so it beats and lists. */
  boolean isRegistered(int member) {
    return is(REGISTERED, member) && !isAway(member);
  }

  /** It is away or about to leave: it starts no calls. */
  boolean isAway(int member) {
    return presences[member] >= Presence.LEAVING.ordinal();
  }

  Presence presence(int member) {
    return PRESENCES[presences[member]];
  }

  /** The registry may list it, because a registration was sent, whatever the answer. */
  boolean mayBeListed(int member) {
    return is(REGISTERED, member) || is(REGISTRATION_SENT, member);
  }

  /** The server allows beats without a description of the instance. */
  boolean mayBeatLightly(int member) {
    return is(LIGHT_BEATS, member);
  }

  /** A registration is in flight that restores one that the registry lost. */
  boolean isRegisteringAgain(int member) {
    return is(REGISTERING_AGAIN, member);
  }

  /** It lost the connection on which it was registered, and is not registered again. */
  boolean isDisconnected(int member) {
    return is(DISCONNECTED, member);
  }

  /** It has, or had, a configuration connection, which is restored on its own. */
  boolean listens(int member) {
    return is(LISTENS, member);
  }

  /** Its protocol; {@link Transport#ANY} in a fleet of one protocol. */
  Transport transport(int member) {
    if (is(OVER_HTTP, member)) {
      return Transport.HTTP;
    }
    return is(OVER_GRPC, member) ? Transport.GRPC : Transport.ANY;
  }

  /** Whether calls in flight are counted, since instances leave. */
  boolean countsCalls() {
    return calls.length > 0;
  }

  /** It has no call in flight that delays its departure. */
  boolean isIdle(int member) {
    return calls[member] == 0;
  }

  void addCalls(int member, int change) {
    calls[member] += (short) change;
  }

  void moveTo(Presence presence, int member) {
    presences[member] = (byte) presence.ordinal();
  }

  void speaks(int member, Transport transport) {
    set(OVER_HTTP, member, transport == Transport.HTTP);
    set(OVER_GRPC, member, transport == Transport.GRPC);
  }

  void listening(int member) {
    set(LISTENS, member, true);
  }

  void registrationSent(int member) {
    set(REGISTRATION_SENT, member, true);
  }

  void registered(int member) {
    set(REGISTERED, member, true);
    set(DISCONNECTED, member, false);
  }

  void deregistered(int member) {
    states[member] &= OVER_HTTP | OVER_GRPC;
  }

  /** It disappeared without deregistering, so the registry may still list it. */
  void vanished(int member) {
    deregistered(member);
    registrationSent(member);
  }

  void disconnected(int member, boolean on) {
    set(DISCONNECTED, member, on);
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
