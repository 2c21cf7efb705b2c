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

  private final AdmissionRate rate;
  private final Starter starter;

  /** Members to connect for naming, and bitwise complements of those for configuration. */
  private final Deque<Integer> queue = new ArrayDeque<>();

  private final Module naming = new Module();
  private final Module config = new Module();

  Reconnections(AdmissionRate rate, Starter starter) {
    this.rate = rate;
    this.starter = starter;
  }

  /** Members to reconnect for one module, naming or configuration. */
  private static final class Module {

    /** Queued, or started and not completed. */
    private final BitSet pending = new BitSet();

    private final BitSet queued = new BitSet();

    private void cancel(int member) {
      pending.clear(member);
      queued.clear(member);
    }

    private void clear() {
      pending.clear();
      queued.clear();
    }
  }

  private Module module(Channel channel) {
    return channel == Channel.CONFIG ? config : naming;
  }

  /** Requests a connection for a client, unless it is queued or being connected. */
  void add(int member, Channel channel) {
    if (!module(channel).pending.get(member)) {
      enqueue(member, channel);
    }
  }

  /**
   * Requests a connection for a client that lost one. A connection that was just being set up may
   * be the one that was lost, so another is always started.
   */
  void lost(int member, Channel channel) {
    enqueue(member, channel);
  }

  private void enqueue(int member, Channel channel) {
    Module module = module(channel);
    module.pending.set(member);
    if (!module.queued.get(member)) {
      module.queued.set(member);
      queue.addLast(channel == Channel.CONFIG ? ~member : member);
    }
  }

  /** Opens the connections that the rate allows now. */
  void step(long now) {
    while (!queue.isEmpty() && rate.mayStart(now)) {
      int coded = queue.pollFirst();
      Channel channel = coded < 0 ? Channel.CONFIG : Channel.NAMING;
      int member = channel == Channel.CONFIG ? ~coded : coded;
      Module module = module(channel);
      if (module.queued.get(member)) {
        module.queued.clear(member);
        rate.started(now);
        starter.start(member, channel);
      }
    }
  }

  /** Reports the end of an attempt of this object or of a ramp; failures are repeated. */
  void completed(int member, Channel channel, boolean ok, long now) {
    Module module = module(channel);
    if (!module.pending.get(member)) {
      return;
    }
    if (ok) {
      module.pending.clear(member);
      module.queued.clear(member);
      rate.succeeded();
    } else {
      rate.failed(now);
      enqueue(member, channel);
    }
  }

  /** Cancels all requests of a client. */
  void cancel(int member) {
    naming.cancel(member);
    config.cancel(member);
  }

  /** Whether the naming connection of a client is requested or being set up. */
  boolean isPending(int member) {
    return naming.pending.get(member);
  }

  void clear() {
    queue.clear();
    naming.clear();
    config.clear();
  }
}
