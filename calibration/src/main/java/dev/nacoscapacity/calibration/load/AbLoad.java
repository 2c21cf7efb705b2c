package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Tool;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.reports.text.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * ApacheBench, as the study used it: a connection a request. Its {@code -k} asks for kept ones in
 * HTTP/1.0, which Spring Cloud Gateway keeps without saying so, and ab waits for ever. It warms
 * nothing: all of its requests count.
 */
public final class AbLoad implements LoadGenerator {

  @Override
  public String label() {
    return "ab";
  }

  @Override
  public Optional<Message> missing() {
    return Tool.AB.missing();
  }

  @Override
  public LoadFigures run(Load load, int port, String cores, Path directory)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Tool.AB.find().orElseThrow().toString()));
    command.addAll(List.of("-q", "-c", Integer.toString(load.clients())));
    command.addAll(List.of("-n", Integer.toString(load.requests())));
    if (load.token() != null) {
      command.addAll(List.of("-H", "Authorization: " + Http.BEARER + load.token()));
    }
    command.add("http://127.0.0.1:" + port + Http.BEAT);
    try (PinnedProcess ab = PinnedProcess.start("ab", cores, directory, command)) {
      ab.await();
    }
    return parse(Files.readString(directory.resolve("ab.log")));
  }

  /** Reads what ab writes. */
  static LoadFigures parse(String output) {
    if (number(output, "Failed requests:\\s+(\\d+)") > 0 || output.contains("Non-2xx responses")) {
      throw new MeasureException("ab was refused, or answered something else than others");
    }
    return new LoadFigures(
        (long) number(output, "Complete requests:\\s+(\\d+)"),
        number(output, "Time taken for tests:\\s+([\\d.]+)"),
        number(output, "Requests per second:\\s+([\\d.]+)"),
        number(output, "\\n\\s+50%\\s+(\\d+)"),
        number(output, "\\n\\s+90%\\s+(\\d+)"),
        number(output, "\\n\\s+99%\\s+(\\d+)"),
        number(output, "\\n\\s+100%\\s+(\\d+)"));
  }

  private static double number(String output, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(output);
    if (!found.find()) {
      throw new MeasureException("ab wrote no figures");
    }
    return Double.parseDouble(found.group(1));
  }
}
