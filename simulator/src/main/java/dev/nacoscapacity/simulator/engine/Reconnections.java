package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Reconnects clients that lost their connection, at the rate of {@link AdmissionRate}: real clients
 * would all return at once, but such a burst from one generator would measure the generator.
 */
final class Reconnections {

  /** Opens a connection of a client; {@link #completed} must follow. */
  interface Starter {
    void start(int member, Channel channel);
  }

  private static final Channel[] CHANNELS = Channel.values();

  private final AdmissionRate rate;
  private final Starter starter;

  /** Connections to open, see {@link #slot}. */
  private final Deque<Integer> queue = new ArrayDeque<>();

  /** By slot: queued, or started and not completed. */
  private final BitSet pending = new BitSet();

  private final BitSet queued = new BitSet();

  Reconnections(AdmissionRate rate, Starter starter) {
    this.rate = rate;
    this.starter = starter;
  }

  private static int slot(int member, Channel channel) {
    return member * CHANNELS.length + channel.ordinal();
  }

  /** Requests a connection for a client, unless it is queued or being connected. */
  void add(int member, Channel channel) {
    if (!pending.get(slot(member, channel))) {
      lost(member, channel);
    }
  }

  /**
   * Requests a connection for a client that lost one. A connection that was just being set up may
   * be the one that was lost, so another is always started.
   */
  void lost(int member, Channel channel) {
    int slot = slot(member, channel);
    pending.set(slot);
    if (!queued.get(slot)) {
      queued.set(slot);
      queue.addLast(slot);
    }
  }

  /** Opens the connections that the rate allows now. */
  void step(long now) {
    while (!queue.isEmpty() && rate.mayStart(now)) {
      int slot = queue.pollFirst();
      if (queued.get(slot)) {
        queued.clear(slot);
        rate.started(now);
        starter.start(slot / CHANNELS.length, CHANNELS[slot % CHANNELS.length]);
      }
    }
  }

  /** Reports the end of an attempt of this object or of a ramp; failures are repeated. */
  void completed(int member, Channel channel, boolean ok, long now) {
    int slot = slot(member, channel);
    if (!pending.get(slot)) {
      return;
    }
    if (ok) {
      pending.clear(slot);
      queued.clear(slot);
      rate.succeeded();
    } else {
      rate.failed(now);
      lost(member, channel);
    }
  }

  /** Cancels all requests of a client. */
  void cancel(int member) {
    for (Channel channel : CHANNELS) {
      pending.clear(slot(member, channel));
      queued.clear(slot(member, channel));
    }
  }

  /** Whether the naming connection of a client is requested or being set up. */
  boolean isPending(int member) {
    return pending.get(slot(member, Channel.NAMING));
  }

  void clear() {
    queue.clear();
    pending.clear();
    queued.clear();
  }
}
