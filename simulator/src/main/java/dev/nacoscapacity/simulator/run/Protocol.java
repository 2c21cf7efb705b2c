package dev.nacoscapacity.simulator.run;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The protocol of a fleet, and the client that its instances imitate.
 *
 * @param grpc whether instances speak gRPC, all or some, now or after a migration
 * @param model client that instances over gRPC imitate; over HTTP all are {@link
 *     ClientModel#POLLING}
 * @param configPerClient whether each instance has a configuration connection, instead of one
 *     instance of each service; gRPC only
 * @param grpcShare initial share of instances that speak gRPC while the others speak HTTP, 0 to 1;
 *     null when all speak the same protocol
 */
public record Protocol(boolean grpc, ClientModel model, boolean configPerClient, Double grpcShare) {

  public static final Protocol HTTP = new Protocol(false, ClientModel.POLLING, false);
  public static final Protocol GRPC = new Protocol(true, ClientModel.POLLING, false);

  private static final Pattern GRPC_SERVER = Pattern.compile("^([2-9]|[1-9]\\d+)\\.");

  private static final Pattern SHARES =
      Pattern.compile("(http|grpc)=(\\d(?:\\.\\d{1,9})?),(http|grpc)=(\\d(?:\\.\\d{1,9})?)");

  /** A fleet in which all instances speak the same protocol. */
  public Protocol(boolean grpc, ClientModel model, boolean configPerClient) {
    this(grpc, model, configPerClient, null);
  }

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
    return new Protocol(true, ClientModel.POLLING, false, overGrpc.doubleValue());
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
    if (grpcShare == null) {
      return grpc ? "grpc" : "http";
    }
    BigDecimal overGrpc = BigDecimal.valueOf(grpcShare);
    return "http=%s,grpc=%s".formatted(plain(BigDecimal.ONE.subtract(overGrpc)), plain(overGrpc));
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /** For people. */
  public String name() {
    return grpc ? "gRPC" : "HTTP";
  }

  /** Whether some instances speak gRPC from the beginning. */
  public boolean needsGrpc() {
    return grpc && (grpcShare == null || grpcShare > 0);
  }

  /** Whether some or all instances speak HTTP. */
  public boolean http() {
    return !grpc || mixed();
  }

  /** Whether some instances speak HTTP and others gRPC. */
  public boolean mixed() {
    return grpcShare != null;
  }

  /** Whether instances over gRPC list services, instead of only subscribing. */
  public boolean polls() {
    return model == ClientModel.POLLING;
  }
}
