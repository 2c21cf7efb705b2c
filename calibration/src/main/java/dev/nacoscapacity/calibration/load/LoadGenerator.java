package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.reports.text.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Something that puts a load on a server. */
public interface LoadGenerator {

  /** As it stands in a table. */
  String label();

  /** What is missing on this machine to run it, and how to get it; empty when nothing is. */
  default Optional<Message> missing() {
    return Optional.empty();
  }

  /**
   * Runs it once, as a process of its own.
   *
   * @param cores as {@code taskset -c} takes them
   * @throws dev.nacoscapacity.calibration.process.MeasureException when an answer was no good one
   */
  LoadFigures run(Load load, int port, String cores, Path directory)
      throws IOException, InterruptedException;
}
