package dev.nacoscapacity.simulator.client;

/** Receives the body of a response over HTTP in parts. */
public interface HttpBody {
  /**
   * Adds the next bytes of the body.
   *
   * @param to exclusive
   */
  void part(byte[] bytes, int from, int to);
}
