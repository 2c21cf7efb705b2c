package dev.nacoscapacity.simulator.run;

import java.util.Locale;

/** Which client an instance behaves like: it decides what is called, and when. */
public enum ClientModel {
  /** Polls, as operators reckon a load: a beat each 5 s, a list each 10 s, a listen each 30 s. */
  POLLING,
  /** The Java client 2.x over gRPC: subscribes and takes pushes, and lists nothing. */
  JAVA_2X;

  /** The name on the command line and in the record: {@code polling} or {@code java-2x}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
