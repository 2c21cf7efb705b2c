package dev.nacoscapacity.cluster.model;

/** The client's end of a connection to a modelled node. */
public abstract class ModelSocket {

  /** Index of the connection at the node; -1 if the node does not have it. */
  int place = -1;

  /**
   * The run of the node that accepted the connection; null before that, and after the connection is
   * closed.
   */
  RunningNode peer;

  /**
   * The node is about to accept the connection; returns false if it does not, and the client gets
   * no answer.
   */
  abstract boolean beforeAccept();

  /** The node is about to close the connection. */
  abstract void beforeClose();

  /** What a call costs at the load generator. */
  abstract Cost generatorCost();

  /** The client sends a call; returns the event of its arrival. */
  abstract Runnable sent(ModelCall call);

  /** The node accepted the connection. */
  protected abstract void opened();

  /** Nothing listens there. */
  protected abstract void refused();

  /** The node is gone, or the network resets the connection. */
  protected abstract void lost();
}
