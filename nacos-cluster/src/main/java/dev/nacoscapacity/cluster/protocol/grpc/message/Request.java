package dev.nacoscapacity.cluster.protocol.grpc.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** What every request says, a client's as well as a server's. */
public interface Request {

  /** Null in calls; servers number what they send on the stream, for the answer to name it. */
  String requestId();

  /** Always empty: headers travel in the payload's metadata. */
  @JsonProperty
  default Map<String, String> headers() {
    return Map.of();
  }

  @JsonProperty
  default String module() {
    return "internal";
  }
}
