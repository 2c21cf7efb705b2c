package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.client.Call;

/**
 * Receives the answers of the registry from the event loops. Called on their threads, thousands of
 * times a second: implementations must not block. A call is recycled when the method returns.
 */
public interface LoopObserver {

  /** A registration is about to be written. */
  void registering(RegisterCall call);

  /** A deregistration is about to be written. */
  void deregistering(DeregisterCall call);

  /** A beat, or another call that renews the registration, was written. */
  void beatWritten(Call call);

  /** A beat was refused by a gateway, so no node has seen it. */
  void beatRefused(Call call);

  /** An instance acknowledged a push, which renews its registration like a beat. */
  void acknowledged(int instance);

  /** A beat of an acknowledged instance was answered 20404. */
  void unknownInstance(Call call);

  /**
   * A list was answered.
   *
   * @return whether to request a complete list of the service on that node
   */
  boolean listed(ListCall call);

  /** A sweep of a service on a node was answered, or failed. */
  void swept(SweepCall call);

  void registered(Call call);

  /** An instance has lost its connection, and thereby its registration. */
  void disconnected(int instance);

  void deregistered(Call call);

  /**
   * An instance disappeared without deregistering.
   *
   * @param connected whether it had a connection, whose end informs the registry
   */
  void vanished(int instance, boolean connected);

  /** A login was answered, or failed. */
  void loggedIn(LoginCall call);

  /** A scrape was answered. */
  void scraped(ScrapeCall call);

  /** A node provides no metrics, now or ever. */
  void scrapesRefused(String failure);

  /** The server requested another beat interval, in ms. */
  void beatIntervalChanged(int millis);
}
