package dev.nacoscapacity.core.workload;

/** Whose a token is where auth is on. */
public enum TokenScope {
  /** All clients share one. */
  SHARED,
  /** Each client logs in. */
  PER_CLIENT
}
