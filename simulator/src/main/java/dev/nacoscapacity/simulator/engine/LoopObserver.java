package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.client.Call;

/**
 * Told by the event loops what the registry answered. Called on their threads, thousands of times a
 * second; what takes long must be done elsewhere, and a call is recycled when the method returns.
 */
public interface LoopObserver {

  /** A registration or deregistration is about to be handed to the wire. */
  void changing(Call call);

  /** A beat was written, or another call that tells as much, whatever becomes of it. */
  void beatWritten(Call call);

  /** An instance acknowledges a push, which keeps it alive like a beat. */
  void acknowledged(int instance);

  /** A beat of an acknowledged instance was answered 20404. */
  void unknownInstance(Call call);

  /**
   * A list was answered.
   *
   * @return whether the service should be listed on that node again, whole
   */
  boolean listed(Call call);

  /** A sweep of a service on a node was answered, or failed. */
  void swept(Call call);

  void registered(Call call);

  /** An instance has lost its connection, and with it what it had registered. */
  void disconnected(int instance);

  void deregistered(Call call);

  /**
   * An instance disappeared without deregistering.
   *
   * @param connected whether its own connection closed, which tells the registry
   */
  void vanished(int instance, boolean connected);

  /** A login was answered, or failed. */
  void loggedIn(Call call);

  /** A scrape was answered. */
  void scraped(Call call);

  /** A node shows no metrics, so none is asked for them any more. */
  void scrapesRefused(String failure);

  /** The server asked for another interval between beats. */
  void beatIntervalChanged(int millis);
}
