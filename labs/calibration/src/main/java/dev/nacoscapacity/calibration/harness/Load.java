package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A closed-loop load of beats: each client sends the next one when the last one is answered.
 *
 * @param clients concurrent clients, each with a connection of its own
 * @param requests that count
 * @param seconds for wrk, which stops by time, regardless of the number of requests
 * @param warmUpMillis at least, for the fleet; the first request of each client never counts
 * @param token of each request; null for none. One that the calibration created itself and that
 *     gives no access to anything else
 */
public record Load(
    Tool tool, int clients, int requests, int seconds, long warmUpMillis, String token) {

  public static final String RATE = "rate";
  public static final String P50 = "p50";
  public static final String P90 = "p90";
  public static final String P99 = "p99";
  public static final String MAX = "max";
  public static final String FIRST = "first";
  public static final String LAST = "last";
  public static final String CPU = "cpu";
  public static final String CPU_PER_REQUEST = "cpuPerRequest";
  public static final String SWITCHES = "switches";

  /** All requests, including those that do not count, and how long they took. */
  static final String REQUESTS = "requests";

  static final String SECONDS = "seconds";

  private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);

  private static final Pattern REFUSED =
      Pattern.compile("Non-2xx|Socket errors|Failed requests: +[1-9]");

  /** What makes the load, by its name in a table. */
  public enum Tool {
    /** The fleet's own driver. */
    fleet("", Map.of()),

    /** wrk on one thread. It neither has nor needs a warm-up. */
    wrk(
        "wrk",
        Map.of(
            REQUESTS, "(\\d+) requests in ",
            SECONDS, " requests in ([\\d.]+)s",
            RATE, "Requests/sec: +([\\d.]+)",
            P50, "50% +([\\d.]+)(us|ms|s)",
            P90, "90% +([\\d.]+)(us|ms|s)",
            P99, "99% +([\\d.]+)(us|ms|s)",
            MAX, "Latency +\\S+ +\\S+ +([\\d.]+)(us|ms|s)")),

    /**
     * ApacheBench, as in the study: a new connection for each request, since with {@code -k} it
     * waits for ever for Spring Cloud Gateway. All of its requests count.
     */
    ab(
        "apache2-utils",
        Map.of(
            REQUESTS, "Complete requests: +(\\d+)",
            SECONDS, "Time taken for tests: +([\\d.]+)",
            RATE, "Requests per second: +([\\d.]+)",
            P50, " 50% +(\\d+)",
            P90, " 90% +(\\d+)",
            P99, " 99% +(\\d+)",
            MAX, " 100% +(\\d+)"));

    private final String debianPackage;
    private final Map<String, String> patterns;

    Tool(String debianPackage, Map<String, String> patterns) {
      this.debianPackage = debianPackage;
      this.patterns = patterns;
    }

    /** How to install the tool, when it is missing. */
    public Optional<Message> missing() {
      return this == fleet ? Optional.empty() : Host.missing(name(), debianPackage);
    }

    /** The figures in its output. */
    Map<String, Double> figures(String output) {
      if (REFUSED.matcher(output).find()) {
        throw new MeasureException(name() + " was refused, or lost connections");
      }
      Map<String, Double> figures = new LinkedHashMap<>();
      patterns.forEach(
          (key, pattern) -> {
            Matcher matcher = Pattern.compile(pattern).matcher(output);
            if (!matcher.find()) {
              throw new MeasureException(name() + " wrote no figures");
            }
            double millis = matcher.groupCount() == 2 ? MILLIS.get(matcher.group(2)) : 1;
            figures.put(key, millis * Double.parseDouble(matcher.group(1)));
          });
      return figures;
    }
  }

  /**
   * Runs the load one or several times in sequence.
   *
   * @param between the process of a proxy or a gateway, whose CPU and context switches are part of
   *     the figures; null for none
   * @throws MeasureException when an answer was wrong
   */
  public Map<String, Double> measure(int times, int port, Peer between, SharedPeers peers)
      throws IOException, InterruptedException {
    Reading before = between == null ? null : between.read();
    List<Map<String, Double>> runs = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      runs.add(run(port, peers));
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String key : List.of(RATE, P50, P90, P99)) {
      figures.put(key, Spread.of(runs, run -> run.get(key)).median());
    }
    figures.put(MAX, Spread.of(runs, run -> run.get(MAX)).max());
    figures.put(FIRST, runs.get(0).get(RATE));
    figures.put(LAST, runs.get(times - 1).get(RATE));
    if (between != null) {
      Reading used = between.read().since(before);
      double seconds = runs.stream().mapToDouble(run -> run.get(SECONDS)).sum();
      double requests = runs.stream().mapToDouble(run -> run.get(REQUESTS)).sum();
      figures.put(CPU, 100 * used.cpuSeconds() / seconds);
      figures.put(CPU_PER_REQUEST, 1e6 * used.cpuSeconds() / requests);
      figures.put(SWITCHES, used.switches() / seconds);
    }
    return figures;
  }

  /** Runs the load once, as a process of its own on the cores for loads; times in ms. */
  public Map<String, Double> run(int port, SharedPeers peers)
      throws IOException, InterruptedException {
    if (tool == Tool.fleet) {
      ClosedLoop.Task task =
          new ClosedLoop.Task(port, Operation.BEAT, clients, requests, warmUpMillis, token);
      try (Peer process = peers.load("load", Jvm.own("-Xmx256m").command(ClosedLoop.class))) {
        return process.ask(task, Round.class).figures();
      }
    }
    String program = Host.tool(tool.name()).orElseThrow().toString();
    List<String> command = new ArrayList<>(List.of(program, "-c", Integer.toString(clients)));
    // A slower answer is a failure; wrk's default of 2 s is shorter than a busy machine's stall.
    command.addAll(
        tool == Tool.wrk
            ? List.of("--latency", "--timeout", "30s", "-t1", "-d" + seconds + "s")
            : List.of("-q", "-n" + requests, "-H", "Authorization: " + Http.BEARER + token));
    command.add("http://127.0.0.1:" + port + Http.BEAT);
    try (Peer process = peers.load(tool.name(), command)) {
      return tool.figures(String.join("\n", process.await()));
    }
  }
}
