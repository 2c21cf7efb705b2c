package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Tool;
import dev.nacoscapacity.cluster.protocol.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** wrk, for so many seconds. */
public final class Wrk {

  private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);

  private Wrk() {}

  /**
   * Runs it on one thread.
   *
   * @param cores as {@code taskset -c} takes them
   */
  public static LoadFigures run(int clients, int seconds, int port, String cores, Path directory)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Tool.WRK.find().orElseThrow().toString(),
            "--latency",
            "-t1",
            "-c" + clients,
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
    return new LoadFigures(
        Long.parseLong(find(output, "(\\d+) requests in").group(1)),
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
