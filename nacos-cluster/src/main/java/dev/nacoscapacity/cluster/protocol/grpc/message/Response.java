package dev.nacoscapacity.cluster.protocol.grpc.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** What every answer says. Servers of 2.x name no request in answers to calls, only clients do. */
public interface Response {

  /** {@link Codes#SUCCESS} or {@link Codes#FAIL}. */
  int resultCode();

  /** Why it failed, one of {@link Codes}; 0 if it did not. */
  int errorCode();

  /** Why it failed, in words; null if it did not. */
  String message();

  /** Of the request that is answered on the stream. */
  String requestId();

  @JsonProperty
  default boolean success() {
    return resultCode() == Codes.SUCCESS;
  }
}
