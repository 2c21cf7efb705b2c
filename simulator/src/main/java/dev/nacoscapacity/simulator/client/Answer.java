package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.simulator.verify.Listing;
import java.util.List;

/**
 * What an accepted answer contains, over any protocol; a call takes what it asked for; what the
 * answer does not contain is unsupported. Valid only until {@link Call#take} returns.
 */
public interface Answer {

  /** Failure of a call whose token is missing, invalid or expired. */
  String REFUSED = "error 403";

  /**
   * Failure of a call on an open gRPC connection that the server does not know. The client closes
   * the connection.
   */
  String UNREGISTERED = "connection unregistered";

  /** The number of hosts in the list, if the call {@link Call.Trait#COUNTS_HOSTS counts} them. */
  default int hosts() {
    throw new UnsupportedOperationException("an answer without a list");
  }

  /** How many of them are healthy. */
  default int healthy() {
    throw new UnsupportedOperationException("an answer without a list");
  }

  /** The hosts of the list. Immutable: it may be read later, and on another thread. */
  default Listing listing() {
    throw new UnsupportedOperationException("an answer without a list");
  }

  /** The data ids of the configurations that changed. */
  default List<String> changed() {
    throw new UnsupportedOperationException("an answer without changes");
  }

  /** The content of a configuration; null when it does not exist. */
  default String content() {
    throw new UnsupportedOperationException("an answer without content");
  }

  /** The whole answer. */
  default byte[] body() {
    throw new UnsupportedOperationException("an answer without a body");
  }
}
