package dev.nacoscapacity.core.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * Clients over HTTP.
 *
 * @param connections most connections of this shard for all calls but long polls and reads of
 *     truth, over all nodes and loops together; empty to open one whenever none is free
 * @param pushSubscribers instances below this number ask for UDP pushes with their lists
 * @param callTimeout of one attempt, from when it was written
 */
@RecordBuilder
public record HttpClients(OptionalInt connections, int pushSubscribers, Duration callTimeout)
    implements Clients, HttpClientsBuilder.With {

  /** A naming client 1.4.2's read timeout. */
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(50);

  /** As many connections as needed, no pushes, and the real client's timeouts. */
  public static final HttpClients USUAL =
      new HttpClients(OptionalInt.empty(), 0, DEFAULT_CALL_TIMEOUT);
}
