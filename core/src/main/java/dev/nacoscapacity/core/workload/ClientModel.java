package dev.nacoscapacity.core.workload;

import java.time.Duration;
import java.util.Locale;

/** The client that an instance imitates, which decides what the instance calls, and when. */
public enum ClientModel {
  /** A polling client: by default a beat each 5 s, a list each 10 s, a listen each 30 s. */
  POLLING,
  /** The Java client 2.x over gRPC: subscribes and receives pushes, and does not list. */
  JAVA_2X;

  /**
   * The period in which the Java client 2.x asks for changes of all its configurations: {@code
   * ClientWorker.ALL_SYNC_INTERNAL} of clients 2.5.1 and 3.2.1.
   */
  public static final Duration JAVA_2X_LISTEN = Duration.ofMinutes(3);

  /** The name on the command line and in the record: {@code polling} or {@code java-2x}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
