package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Tool;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.reports.text.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * wrk on one thread. It counts by time, however many requests are asked for, and warms nothing, but
 * needs no warmth of its own.
 */
public final class Wrk implements LoadGenerator {

  /** As it stands in a table. */
  public static final String LABEL = "wrk";

  /** An answer that takes longer is a fault; its own 2 s are less than a busy machine's stall. */
  private static final String PATIENCE = "30s";

  private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);

  private final int seconds;

  /**
   * @param seconds that one run takes, 1 or more
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
    return Tool.WRK.missing();
  }

  @Override
  public LoadFigures run(Load load, int port, String cores, Path directory)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Tool.WRK.find().orElseThrow().toString(),
            "--latency",
            "--timeout",
            PATIENCE,
            "-t1",
            "-c" + load.clients(),
            "-d" + seconds + "s",
            "http://127.0.0.1:" + port + Http.BEAT);
    try (PinnedProcess wrk = PinnedProcess.start("wrk", cores, directory, command)) {
      wrk.await();
    }
    return parse(Files.readString(directory.resolve("wrk.log")));
  }

  /** Reads what wrk writes. */
  static LoadFigures parse(String output) {
    if (output.contains("Non-2xx") || output.contains("Socket errors")) {
      throw new MeasureException("wrk was refused, or lost connections");
    }
    Matcher requests = find(output, "(\\d+) requests in ([\\d.]+)s");
    return new LoadFigures(
        Long.parseLong(requests.group(1)),
        Double.parseDouble(requests.group(2)),
        Double.parseDouble(find(output, "Requests/sec:\\s+([\\d.]+)").group(1)),
        percentile(output, 50),
        percentile(output, 90),
        percentile(output, 99),
        millis(find(output, "Latency\\s+\\S+\\s+\\S+\\s+([\\d.]+)(us|ms|s)")));
  }

  private static double percentile(String output, int which) {
    return millis(find(output, which + "%\\s+([\\d.]+)(us|ms|s)"));
  }

  private static double millis(Matcher found) {
    return Double.parseDouble(found.group(1)) * MILLIS.get(found.group(2));
  }

  private static Matcher find(String output, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(output);
    if (!found.find()) {
      throw new MeasureException("wrk wrote no figures");
    }
    return found;
  }
}
