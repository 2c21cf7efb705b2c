package dev.nacoscapacity.cluster.protocol;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP answer that a call did not hope for: who wrote it, and what it says. A gateway names
 * itself in the headers of all that it passes, so the body decides and headers only help.
 *
 * <p>Sources: the texts of Nacos 1.4.1's and 2.2.4's filters and exception handlers, Tomcat's and
 * Spring's error pages; the error pages of nginx, HAProxy, Envoy, Kong, Traefik, Apache httpd and
 * Spring Cloud Gateway.
 *
 * @param status 100 to 599
 * @param server what the header {@code Server} names, made printable; empty when absent
 * @param location where a redirect leads, without its query; empty when absent
 * @param words the first words that are meant for people, printable, on one line, without tokens;
 *     may be empty
 */
public record UnexpectedAnswer(
    int status, Author origin, String server, String location, String words) {

  /** Who wrote an answer. */
  public enum Author {
    NACOS,
    /** Something in front of the node, in the node's place. */
    GATEWAY,
    /** A gateway that found no node behind it to answer the call, or waited for one in vain. */
    GATEWAY_WITHOUT_NODE,
    /** A server that is no Nacos, or no part of one that clients know. */
    OTHER
  }

  /** As much of a body as is looked at, in characters. */
  private static final int BEGINNING = 2_048;

  private static final int MOST_WORDS = 100;
  private static final int MOST_OF_A_HEADER = 80;

  /** Nacos answers none of these on the paths of its APIs. */
  private static final Set<Integer> OF_GATEWAYS = Set.of(301, 302, 303, 307, 308, 414, 429);

  /** Bad gateway, and timeout. */
  private static final Set<Integer> WITHOUT_NODE = Set.of(502, 504);

  /** What gateways say with other statuses. An overflow is a limit of Envoy's own. */
  private static final Pattern SAYS_WITHOUT_NODE =
      Pattern.compile(
          "no server is available to handle this request|no healthy upstream"
              + "|upstream connect error(?!.*reset reason: overflow)"
              + "|^no available server|failure to get a peer from"
              + "|unable to find instance for|temporarily unable to service your\\s+request",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern OF_NACOS =
      Pattern.compile(
          "^(server is |caused: |unknown user|token |user .* not found|authorization failed"
              + "|no such api|tps |http status \\d{3}|whitelabel error page)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern OF_OTHERS =
      Pattern.compile("page not found|default backend", Pattern.CASE_INSENSITIVE);

  /** A redirect to the same API. */
  private static final Pattern TO_TLS = Pattern.compile("^https://.*/v[123]/");

  /** Keys in the JSON of Nacos's APIs and of Spring's errors. */
  private static final Pattern JSON_OF_NACOS =
      Pattern.compile(
          "\"(code|accessToken|clientBeatInterval|hosts|doms|timestamp|serviceList)\"\\s*:");

  /** Only gateways on Spring number their requests. */
  private static final Pattern JSON_OF_SPRING_GATEWAY = Pattern.compile("\"requestId\"\\s*:");

  private static final Pattern MESSAGE =
      Pattern.compile(
          "\"(?:message|error_msg|errorMessage|errMsg|msg)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)");

  private static final Pattern TITLE =
      Pattern.compile("<title[^>]*>([^<]*)</title>", Pattern.CASE_INSENSITIVE);

  private static final Pattern NOT_FOR_PEOPLE =
      Pattern.compile(
          "<(head|style|script)\\b.*?</\\1>|<[^>]*>", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** JSON web tokens, and values of whatever is named like a secret. */
  private static final Pattern SECRET =
      Pattern.compile(
          "eyJ[\\w-]+(\\.[\\w-]*)*|(?<=bearer )\\S+"
              + "|(?<=token|password|secret|authorization)[\"']?\\s*[:=]\\s*[\"']?"
              + "(bearer\\s+)?[^\\s\"'&;,]+",
          Pattern.CASE_INSENSITIVE);

  /**
   * Looks at an answer.
   *
   * @param server the header of this name; empty when absent
   * @param location likewise
   * @param body whole, or its beginning
   */
  public static UnexpectedAnswer of(int status, String server, String location, String body) {
    String beginning = body.substring(0, Math.min(BEGINNING, body.length())).strip();
    String words = words(beginning);
    String name = printable(server.strip(), MOST_OF_A_HEADER);
    return new UnexpectedAnswer(
        status,
        origin(status, !name.isEmpty(), beginning, words),
        name,
        printable(location.split("[?#]", 2)[0], MOST_OF_A_HEADER),
        words);
  }

  private static Author origin(int status, boolean named, String body, String words) {
    if (OF_NACOS.matcher(words).find()) {
      return Author.NACOS;
    }
    boolean spring = JSON_OF_SPRING_GATEWAY.matcher(body).find();
    if (WITHOUT_NODE.contains(status)
        || status >= 500 && (spring || SAYS_WITHOUT_NODE.matcher(body).find())) {
      return Author.GATEWAY_WITHOUT_NODE;
    }
    if (OF_GATEWAYS.contains(status) || spring) {
      return Author.GATEWAY;
    }
    // Nacos writes no page of its own with 503.
    Author stranger = named || status == 503 ? Author.GATEWAY : Author.OTHER;
    if (body.startsWith("{")) {
      return status == 200 || JSON_OF_NACOS.matcher(body).find() || body.equals("{}")
          ? Author.NACOS
          : stranger;
    }
    if (body.startsWith("<") || OF_OTHERS.matcher(body).find() || status == 503 && named) {
      return stranger;
    }
    if (status == 200) {
      // A node that has not loaded its users yet answers nothing.
      return body.isEmpty() ? Author.NACOS : Author.OTHER;
    }
    return body.isEmpty() && named ? Author.GATEWAY : Author.NACOS;
  }

  private static String words(String body) {
    String text = body;
    if (body.startsWith("{") || body.startsWith("[")) {
      // Nothing else of JSON is quoted, since it may hold a token.
      Matcher message = MESSAGE.matcher(body);
      text = message.find() ? message.group(1) : "";
    } else if (body.startsWith("<")) {
      Matcher title = TITLE.matcher(body);
      text = title.find() ? title.group(1) : NOT_FOR_PEOPLE.matcher(body).replaceAll(" ");
    }
    return printable(text.strip().replaceAll("\\s+", " "), MOST_WORDS);
  }

  private static String printable(String text, int most) {
    return printableStart(SECRET.matcher(text).replaceAll("…"), most);
  }

  /**
   * Makes text of other parties safe for a terminal and a log: replaces control characters, line
   * and paragraph separators, and marks for the writing direction by {@code \}{@code uXXXX}, and
   * cuts.
   *
   * @param most how many characters are kept
   */
  public static String printableStart(String text, int most) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < Math.min(most, text.length()); i++) {
      char c = text.charAt(i);
      switch (Character.getType(c)) {
        case Character.CONTROL,
            Character.FORMAT,
            Character.SURROGATE,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR ->
            safe.append("\\u%04x".formatted((int) c));
        default -> safe.append(c);
      }
    }
    return text.length() > most ? safe + "…" : safe.toString();
  }

  public boolean isOfGateway() {
    return origin == Author.GATEWAY || isForSilentNode();
  }

  /** Who wrote it, as an agent: {@code a gateway (nginx/1.24.0)}. */
  public String author() {
    return switch (origin) {
      case NACOS -> "Nacos";
      case GATEWAY, GATEWAY_WITHOUT_NODE ->
          server.isEmpty() ? "a gateway" : "a gateway (" + server + ")";
      case OTHER -> "a server that is no Nacos";
    };
  }

  /** The name of its gateway's product, without version; empty when it names none. */
  public String product() {
    return server.split("[/ (]", 2)[0];
  }

  /** What it says: {@code status 503, "Service Unavailable"}. */
  public String statement() {
    return "status "
        + status
        + (words.isEmpty() ? "" : ", \"" + words + '"')
        + (location.isEmpty() ? "" : ", Location: " + location);
  }

  /** Whether its gateway got no answer of a node, rather than refuse the call itself. */
  public boolean isForSilentNode() {
    return origin == Author.GATEWAY_WITHOUT_NODE;
  }

  /** What to do about a gateway that refuses a call. */
  public String remedy() {
    return switch (status) {
      case 429, 503 -> "raise the gateway's rate limit, or call the nodes past it";
      case 414 -> "raise the gateway's limit of request lines";
      default ->
          "let the gateway pass this path, or call the nodes past it"
              + (TO_TLS.matcher(location).find() ? "; with TLS: --tls" : "");
    };
  }
}
