package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.simulator.verify.Listing;
import java.util.List;

/**
 * What an accepted answer contains, over any protocol; a call takes what it asked for. Valid only
 * until {@link Call#take} returns.
 */
public interface Answer {

  /**
   * Failure of a call on an open gRPC connection that the server does not know. The client closes
   * the connection.
   */
  String UNREGISTERED = "connection unregistered";

  /** The number of hosts in the list, if the call {@link Call.Trait#COUNTS_HOSTS counts} them. */
  int hosts();

  /** How many of them are healthy. */
  int healthy();

  /** The hosts of the list. Immutable: it may be read later, and on another thread. */
  Listing listing();

  /** The data ids of the configurations that changed. */
  List<String> changed();

  /** The content of a configuration; null when it does not exist. */
  String content();

  /** The whole answer. */
  byte[] body();
}
