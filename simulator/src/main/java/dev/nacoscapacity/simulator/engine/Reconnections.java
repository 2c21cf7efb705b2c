package dev.nacoscapacity.simulator.engine;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Brings clients back whose connection is gone, one after another as {@link AdmissionRate} allows:
 * real clients would all come at once, and the burst of a whole fleet would be the generator's
 * doing.
 */
final class Reconnections {

  /** Starts a client's new connection; {@link #completed} must follow. */
  interface Starter {
    void start(int member, boolean config);
  }

  private final AdmissionRate rate;
  private final Starter starter;

  /** Members whose naming connection is wanted, and ones complemented by bits for configuration. */
  private final Deque<Integer> waiting = new ArrayDeque<>();

  private final Module naming = new Module();
  private final Module config = new Module();

  Reconnections(AdmissionRate rate, Starter starter) {
    this.rate = rate;
    this.starter = starter;
  }

  /** Whose connections of one module, naming or configuration, are being brought back. */
  private static final class Module {

    /** Waiting, or started and not completed. */
    private final BitSet pending = new BitSet();

    private final BitSet waiting = new BitSet();

    private void forget(int member) {
      pending.clear(member);
      waiting.clear(member);
    }

    private void clear() {
      pending.clear();
      waiting.clear();
    }
  }

  private Module module(boolean ofConfig) {
    return ofConfig ? config : naming;
  }

  /** A client wants a connection; who waits or is being connected already does not want two. */
  void add(int member, boolean ofConfig) {
    if (!module(ofConfig).pending.get(member)) {
      enqueue(member, ofConfig);
    }
  }

  /**
   * A client has lost a connection. If that is the one that it was being brought back by, what
   * should complete that waits for a connection itself, so another is started.
   */
  void lost(int member, boolean ofConfig) {
    enqueue(member, ofConfig);
  }

  private void enqueue(int member, boolean ofConfig) {
    Module module = module(ofConfig);
    module.pending.set(member);
    if (!module.waiting.get(member)) {
      module.waiting.set(member);
      waiting.addLast(ofConfig ? ~member : member);
    }
  }

  /** Starts those that may start now. */
  void step(long now) {
    while (!waiting.isEmpty() && rate.mayStart(now)) {
      int coded = waiting.pollFirst();
      boolean ofConfig = coded < 0;
      int member = ofConfig ? ~coded : coded;
      Module module = module(ofConfig);
      if (module.waiting.get(member)) {
        module.waiting.clear(member);
        rate.started(now);
        starter.start(member, ofConfig);
      }
    }
  }

  /** What was started, here or by a rollout, has ended; who is back waits no longer. */
  void completed(int member, boolean ofConfig, boolean ok, long now) {
    Module module = module(ofConfig);
    if (!module.pending.get(member)) {
      return;
    }
    if (ok) {
      module.pending.clear(member);
      module.waiting.clear(member);
      rate.succeeded();
    } else {
      rate.failed(now);
      enqueue(member, ofConfig);
    }
  }

  /** A client wants none any more. */
  void forget(int member) {
    naming.forget(member);
    config.forget(member);
  }

  /** Whether a client's naming connection is being brought back. */
  boolean isPending(int member) {
    return naming.pending.get(member);
  }

  void clear() {
    waiting.clear();
    naming.clear();
    config.clear();
  }
}
