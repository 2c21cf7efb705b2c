package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/**
 * Answers {@link ServerCheckRequest}.
 *
 * @param supportAbilityNegotiation whether the server answers the setup with {@link
 *     SetupAckRequest}; null before 2.3
 */
public record ServerCheckResponse(
    int resultCode,
    int errorCode,
    String message,
    String requestId,
    String connectionId,
    Boolean supportAbilityNegotiation)
    implements Response {

  public static ServerCheckResponse ok(String connectionId, Boolean supportAbilityNegotiation) {
    return new ServerCheckResponse(
        Codes.SUCCESS, 0, null, null, connectionId, supportAbilityNegotiation);
  }
}
