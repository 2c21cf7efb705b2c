package dev.nacoscapacity.cluster.model;

/** A client's connection to a modelled node, at the client's end. */
public abstract class ModelSocket {

  /** Where the node keeps it; -1 while it does not. */
  int place = -1;

  /** The node's run that took it; null until then, and when it is over. */
  RunningNode peer;

  /** Whether the node has it from now on; if not, nobody answers. */
  abstract boolean taken();

  /** The node is about to lose it. */
  void gone() {}

  /** The node took it up. */
  protected abstract void opened();

  /** Nothing listens there. */
  protected abstract void refused();

  /** The node is gone, or the way to it resets what passes. */
  protected abstract void lost();
}
