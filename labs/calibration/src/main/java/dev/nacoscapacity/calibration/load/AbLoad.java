package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.calibration.process.SystemTool;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * ApacheBench, as in the study: a new connection for each request. With {@code -k}, ab requests
 * HTTP/1.0 keep-alive; Spring Cloud Gateway keeps the connection open without the header that ab
 * expects, and ab waits forever. ab has no warm-up: all of its requests count.
 */
public final class AbLoad implements LoadGenerator {

  @Override
  public String label() {
    return "ab";
  }

  @Override
  public Optional<Message> missing() {
    return SystemTool.AB.missing();
  }

  @Override
  public LoadFigures run(Load load, int port, SharedServers servers)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(SystemTool.AB.find().orElseThrow().toString()));
    command.addAll(List.of("-q", "-c", Integer.toString(load.clients())));
    command.addAll(List.of("-n", Integer.toString(load.requests())));
    if (load.token() != null) {
      command.addAll(List.of("-H", "Authorization: " + Http.BEARER + load.token()));
    }
    command.add("http://127.0.0.1:" + port + Http.BEAT);
    return parse(LoadGenerator.output("ab", servers, command));
  }

  static LoadFigures parse(String output) {
    if (number(output, "Failed requests:") > 0 || output.contains("Non-2xx responses")) {
      throw new MeasureException("ab was refused, or answered something else than others");
    }
    return new LoadFigures(
        (long) number(output, "Complete requests:"),
        number(output, "Time taken for tests:"),
        number(output, "Requests per second:"),
        number(output, "^ +50%"),
        number(output, "^ +90%"),
        number(output, "^ +99%"),
        number(output, "^ +100%"));
  }

  private static double number(String output, String label) {
    return Double.parseDouble(LoadGenerator.find("ab", output, label + "\\s+([\\d.]+)").group(1));
  }
}
