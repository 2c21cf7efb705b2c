package dev.nacoscapacity.jmeter.sampler;

/** The clients of a fleet over gRPC, as the sampler sees them: one call at a time for a thread. */
public interface Wire extends AutoCloseable {

  /**
   * Makes a call and waits for its end. A client that has no connection connects first, and
   * registers unless that is the call.
   *
   * @param operation {@code register}, {@code beat} (a health check), {@code list}, {@code listen}
   *     or {@code deregister}
   * @param actor the instance; of {@code listen} the service
   * @return why it failed, or null
   */
  String call(String operation, int actor) throws InterruptedException;

  /** Ends all connections, with which the registry drops what they registered. */
  @Override
  void close();
}
