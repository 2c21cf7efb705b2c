package dev.nacoscapacity.core.stats;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * The answer of a gateway to a call of the fleet, in the node's place, as a reason of failure.
 *
 * @param status of HTTP
 * @param product the gateway's name, such as {@code nginx}; empty when unknown
 * @param fault whose fault it is
 */
public record GatewayAnswer(int status, String product, Fault fault) {

  /** Whose fault the answer is. */
  public enum Fault {
    /** The gateway refused the call, which no node has seen. */
    REFUSAL,
    /** The node behind the gateway was not there, or did not answer it. */
    SILENT_NODE
  }

  private static final String BY = " by gateway";
  private static final String OF_NODE = ", node silent";

  /** What servers may call themselves in a reason, so that there are few reasons to count. */
  private static final Pattern PRODUCT = Pattern.compile("[A-Za-z][A-Za-z-]{0,19}");

  /** The reason of failure, such as {@code http 503 by gateway nginx}. */
  public String reason() {
    String productName = PRODUCT.matcher(product).matches() ? " " + product : "";
    return "http " + status + BY + productName + (fault == Fault.SILENT_NODE ? OF_NODE : "");
  }

  /** Whether a reason of failure says that a gateway refused the call, which no node has seen. */
  public static boolean refused(String reason) {
    return reason != null && reason.contains(BY) && !reason.endsWith(OF_NODE);
  }

  /** How many of the failures, which are counted by reason, are such refusals. */
  public static long refusals(Map<String, Long> failures) {
    return failures.entrySet().stream()
        .filter(failure -> refused(failure.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
