package dev.nacoscapacity.simulator.run;

/**
 * What a fleet speaks, and how often.
 *
 * @param grpc whether it is gRPC, else HTTP
 * @param cadence when a client does what; over HTTP always the card's
 * @param configPerClient whether each instance has a configuration connection of its own, else each
 *     service has one; gRPC only
 */
public record Protocol(boolean grpc, Cadence cadence, boolean configPerClient) {

  public static final Protocol HTTP = new Protocol(false, Cadence.CARD, false);

  /** Who decides when a client does what. */
  public enum Cadence {
    /**
     * The load that operators count with: a beat each 5 s, a list each 10 s, a listen each 30 s.
     */
    CARD,
    /** The 2.x Java client: subscribes and takes pushes, and lists nothing. */
    CLIENT
  }

  /** As it stands in the record. */
  public String label() {
    return grpc ? "grpc" : "http";
  }

  boolean polls() {
    return cadence == Cadence.CARD;
  }
}
