package dev.nacoscapacity.simulator.client;

/** A driver of no connections, for tests that say what becomes of a call. */
public abstract class IdleDriver implements Driver {
  @Override
  public void expire(long now) {}

  @Override
  public int connections() {
    return 0;
  }

  @Override
  public long opened() {
    return 0;
  }

  @Override
  public void close() {}
}
