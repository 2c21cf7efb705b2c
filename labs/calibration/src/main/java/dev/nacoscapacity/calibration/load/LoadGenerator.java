package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program that loads a server. */
public interface LoadGenerator {

  /** The name in a table. */
  String label();

  /**
   * What is missing on this machine to run the generator, and how to get it; empty when nothing is
   * missing.
   */
  default Optional<Message> missing() {
    return Optional.empty();
  }

  /**
   * Runs the generator once, as a process of its own on the cores for loads.
   *
   * @throws dev.nacoscapacity.calibration.process.MeasureException when an answer was wrong
   */
  LoadFigures run(Load load, int port, SharedServers servers)
      throws IOException, InterruptedException;

  /** Runs a stock tool to its end, and returns its output. */
  static String output(String name, SharedServers servers, List<String> command)
      throws IOException, InterruptedException {
    try (PinnedProcess tool =
        PinnedProcess.start(name, servers.cores().load(), servers.directory(), command)) {
      return String.join("\n", tool.await());
    }
  }

  /** The groups of a pattern in the output of a tool. */
  static Matcher find(String tool, String output, String pattern) {
    Matcher found = Pattern.compile(pattern, Pattern.MULTILINE).matcher(output);
    if (!found.find()) {
      throw new MeasureException(tool + " wrote no figures");
    }
    return found;
  }
}
