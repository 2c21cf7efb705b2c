package dev.nacoscapacity.simulator.run;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a fleet speaks, and how often.
 *
 * @param grpc whether instances speak gRPC, all or some, or may come to it
 * @param model which client those over gRPC behave like; over HTTP all are {@link
 *     ClientModel#POLLING}
 * @param configPerClient whether each instance has a configuration connection of its own, else each
 *     service has one; gRPC only
 * @param grpcShare which part of the instances speaks gRPC at first while the others speak HTTP, 0
 *     to 1; null where all speak the same
 */
public record Protocol(boolean grpc, ClientModel model, boolean configPerClient, Double grpcShare) {

  public static final Protocol HTTP = new Protocol(false, ClientModel.POLLING, false);

  private static final Pattern SHARES =
      Pattern.compile("(http|grpc)=(\\d(?:\\.\\d{1,9})?),(http|grpc)=(\\d(?:\\.\\d{1,9})?)");

  /** Where all instances speak the same. */
  public Protocol(boolean grpc, ClientModel model, boolean configPerClient) {
    this(grpc, model, configPerClient, null);
  }

  /**
   * Parses {@code http}, {@code grpc}, or the shares of both, for example {@code
   * http=0.7,grpc=0.3}.
   *
   * @throws IllegalArgumentException when it is none of these; the message says what to write
   */
  public static Protocol parse(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    if (word.equals(HTTP.label())) {
      return HTTP;
    }
    Protocol grpc = new Protocol(true, ClientModel.POLLING, false);
    if (word.equals(grpc.label())) {
      return grpc;
    }
    Matcher shares = SHARES.matcher(word);
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
    BigDecimal overGrpc = shares.group(1).equals(grpc.label()) ? first : second;
    return new Protocol(true, ClientModel.POLLING, false, overGrpc.doubleValue());
  }

  /** As it stands in the record, and as it is asked for. */
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

  /**
   * Whether some instances speak gRPC at first, so that servers must serve it from the beginning.
   */
  public boolean needsGrpc() {
    return grpc && (grpcShare == null || grpcShare > 0);
  }

  /** Whether instances speak HTTP, all or some. */
  public boolean http() {
    return !grpc || mixed();
  }

  /** Whether some instances speak HTTP and some gRPC. */
  public boolean mixed() {
    return grpcShare != null;
  }

  /** Whether instances over gRPC ask for lists, and do not only subscribe; those over HTTP do. */
  public boolean polls() {
    return model == ClientModel.POLLING;
  }
}
