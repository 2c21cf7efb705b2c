package dev.nacoscapacity.jmeter.sampler;

/** The sampler's interface to the gRPC clients of a fleet: each thread makes one call at a time. */
public interface Wire extends AutoCloseable {

  /**
   * Makes a call and waits for its end. A client without a connection connects first, and registers
   * unless the call is a registration.
   *
   * @param operation {@code register}, {@code beat} (a health check), {@code list}, {@code listen}
   *     or {@code deregister}
   * @param actor the instance; of {@code listen} the service
   * @return why the call failed, or null
   */
  String call(String operation, int actor) throws InterruptedException;

  /** Closes all connections, so that the registry drops the registered instances. */
  @Override
  void close();
}
