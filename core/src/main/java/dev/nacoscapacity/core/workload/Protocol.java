package dev.nacoscapacity.core.workload;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the clients of a fleet speak.
 *
 * @param grpcShare share of instances that speak gRPC initially, 0 to 1
 * @param mixed whether both protocols may be spoken, now or after a migration; otherwise the share
 *     is 0 or 1
 */
public record Protocol(double grpcShare, boolean mixed) {

  public static final Protocol HTTP = new Protocol(0, false);
  public static final Protocol GRPC = new Protocol(1, false);

  private static final Pattern GRPC_SERVER = Pattern.compile("^([2-9]|[1-9]\\d+)\\.");

  private static final Pattern SHARES =
      Pattern.compile("(http|grpc)=(\\d(?:\\.\\d{1,9})?),(http|grpc)=(\\d(?:\\.\\d{1,9})?)");

  /**
   * Parses {@code http}, {@code grpc}, or the shares of both, for example {@code
   * http=0.7,grpc=0.3}.
   *
   * @throws IllegalArgumentException when the text is none of these; the message describes the
   *     syntax
   */
  public static Protocol parse(String text) {
    String lowerCase = text.toLowerCase(Locale.ROOT);
    if (lowerCase.equals(HTTP.label())) {
      return HTTP;
    }
    if (lowerCase.equals(GRPC.label())) {
      return GRPC;
    }
    Matcher shares = SHARES.matcher(lowerCase);
    if (!shares.matches() || shares.group(1).equals(shares.group(3))) {
      throw new IllegalArgumentException(
          "'" + text + "' is not http or grpc, nor shares of both such as http=0.7,grpc=0.3");
    }
    BigDecimal first = new BigDecimal(shares.group(2));
    BigDecimal second = new BigDecimal(shares.group(4));
    BigDecimal sum = first.add(second);
    if (sum.compareTo(BigDecimal.ONE) != 0) {
      throw new IllegalArgumentException(
          "the shares of '%s' add up to %s, and must to 1: write for example http=0.7,grpc=0.3"
              .formatted(text, sum.toPlainString()));
    }
    BigDecimal overGrpc = shares.group(1).equals(GRPC.label()) ? first : second;
    return new Protocol(overGrpc.doubleValue(), true);
  }

  /**
   * What the servers' own clients speak: gRPC where every server is of 2.x or later, since clients
   * of 1.x remain until the last server of 1.x is gone.
   *
   * @param versions of the servers; empty when unknown, which counts as 1.x, as a stand-in does
   */
  public static Protocol ofServers(Set<String> versions) {
    return !versions.isEmpty()
            && versions.stream().allMatch(each -> GRPC_SERVER.matcher(each).find())
        ? GRPC
        : HTTP;
  }

  /** The text for the record, which {@link #parse} accepts. */
  public String label() {
    if (!mixed) {
      return grpc() ? "grpc" : "http";
    }
    BigDecimal overGrpc = BigDecimal.valueOf(grpcShare);
    return "http=%s,grpc=%s".formatted(plain(BigDecimal.ONE.subtract(overGrpc)), plain(overGrpc));
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /** For people. */
  public String name() {
    return grpc() ? "gRPC" : "HTTP";
  }

  /** Whether some or all instances speak HTTP. */
  public boolean http() {
    return mixed || grpcShare == 0;
  }

  /** Whether some or all instances speak gRPC, now or after a migration. */
  public boolean grpc() {
    return mixed || grpcShare == 1;
  }
}
