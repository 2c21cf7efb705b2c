package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.calibration.process.SystemTool;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * wrk on one thread. wrk stops by time, regardless of the number of requests. It neither has nor
 * needs a warm-up.
 */
public final class Wrk implements LoadGenerator {

  /** The name in a table. */
  public static final String LABEL = "wrk";

  /**
   * A slower answer is a failure; wrk's default of 2 s is shorter than a stall of a busy machine.
   */
  private static final String TIMEOUT = "30s";

  private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);

  private final int seconds;

  /**
   * @param seconds duration of a run, 1 or more
   */
  public Wrk(int seconds) {
    this.seconds = seconds;
  }

  @Override
  public String label() {
    return LABEL;
  }

  @Override
  public Optional<Message> missing() {
    return SystemTool.WRK.missing();
  }

  @Override
  public LoadFigures run(Load load, int port, SharedServers servers)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            SystemTool.WRK.find().orElseThrow().toString(),
            "--latency",
            "--timeout",
            TIMEOUT,
            "-t1",
            "-c" + load.clients(),
            "-d" + seconds + "s",
            "http://127.0.0.1:" + port + Http.BEAT);
    return parse(LoadGenerator.output("wrk", servers, command));
  }

  static LoadFigures parse(String output) {
    if (output.contains("Non-2xx") || output.contains("Socket errors")) {
      throw new MeasureException("wrk was refused, or lost connections");
    }
    Matcher requests = LoadGenerator.find("wrk", output, "(\\d+) requests in ([\\d.]+)s");
    return new LoadFigures(
        Long.parseLong(requests.group(1)),
        Double.parseDouble(requests.group(2)),
        Double.parseDouble(
            LoadGenerator.find("wrk", output, "Requests/sec:\\s+([\\d.]+)").group(1)),
        millis(output, "50%\\s+"),
        millis(output, "90%\\s+"),
        millis(output, "99%\\s+"),
        millis(output, "Latency\\s+\\S+\\s+\\S+\\s+"));
  }

  private static double millis(String output, String label) {
    Matcher time = LoadGenerator.find("wrk", output, label + "([\\d.]+)(us|ms|s)");
    return Double.parseDouble(time.group(1)) * MILLIS.get(time.group(2));
  }
}
