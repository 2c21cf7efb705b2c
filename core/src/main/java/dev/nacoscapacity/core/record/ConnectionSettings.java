package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;

/**
 * How a registry was reached, if not in the default way.
 *
 * @param tls the connections that used TLS: {@code all}, {@code http}, {@code grpc} or {@code
 *     entry}; absent for none
 * @param insecure whether any certificate was accepted
 * @param entry {@code host:port} of the entry points, such as load balancers, that clients called
 *     in place of the nodes; empty for the nodes
 * @param contextPath prefix of the paths; absent for {@code /nacos}
 * @param grpcPortOffset of the gRPC port to the HTTP port; absent for 1000
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ConnectionSettings(
    String tls, boolean insecure, List<String> entry, String contextPath, Integer grpcPortOffset) {

  public ConnectionSettings {
    entry = entry == null ? List.of() : List.copyOf(entry);
  }

  /** One line for people. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    if (tls != null) {
      words.add("TLS (%s%s)".formatted(tls, insecure ? ", --insecure" : ""));
    }
    if (!entry.isEmpty()) {
      words.add("entry " + String.join(", ", entry));
    }
    if (contextPath != null) {
      words.add("context path " + (contextPath.isEmpty() ? "/" : contextPath));
    }
    if (grpcPortOffset != null) {
      words.add("gRPC port %+d".formatted(grpcPortOffset));
    }
    return String.join(", ", words);
  }
}
