package dev.nacoscapacity.simulator.guard;

/** What counts as harm. */
public enum Scope {
  /** A foreign service that loses healthy instances on a node that answers. */
  SERVICES,
  /** That, and a node that stops answering. */
  SERVICES_AND_NODES
}
