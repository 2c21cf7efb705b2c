package dev.nacoscapacity.cluster.embedded.registry;

/**
 * Takes the outcome of a write, on the thread of the node that was asked.
 *
 * @param <T> what the write answers
 */
public interface Reply<T> {

  void done(T answer);

  /** The write did not reach the owner; the status and text are what Nacos answers then. */
  void failed(int status, String message);
}
