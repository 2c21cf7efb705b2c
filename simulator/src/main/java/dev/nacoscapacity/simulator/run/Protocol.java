package dev.nacoscapacity.simulator.run;

/**
 * What a fleet speaks, and how often.
 *
 * @param grpc whether it is gRPC, else HTTP
 * @param model which client the instances behave like; over HTTP always {@link ClientModel#POLLING}
 * @param configPerClient whether each instance has a configuration connection of its own, else each
 *     service has one; gRPC only
 */
public record Protocol(boolean grpc, ClientModel model, boolean configPerClient) {

  public static final Protocol HTTP = new Protocol(false, ClientModel.POLLING, false);

  /** As it stands in the record. */
  public String label() {
    return grpc ? "grpc" : "http";
  }

  /** Whether instances ask for lists, and do not only subscribe. */
  public boolean polls() {
    return model == ClientModel.POLLING;
  }
}
