package dev.nacoscapacity.simulator.run;

import java.time.Duration;
import java.util.Locale;

/** Which client an instance behaves like: it decides what is called, and when. */
public enum ClientModel {
  /** Polls, as operators reckon a load: a beat each 5 s, a list each 10 s, a listen each 30 s. */
  POLLING,
  /** The Java client 2.x over gRPC: subscribes and takes pushes, and lists nothing. */
  JAVA_2X;

  /**
   * How often the Java client 2.x asks for all its configurations: {@code
   * ClientWorker.ALL_SYNC_INTERNAL} of clients 2.5.1 and 3.2.1.
   */
  public static final Duration JAVA_2X_LISTEN = Duration.ofMinutes(3);

  /** The name on the command line and in the record: {@code polling} or {@code java-2x}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
