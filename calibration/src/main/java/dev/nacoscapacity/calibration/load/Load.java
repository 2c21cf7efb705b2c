package dev.nacoscapacity.calibration.load;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What is asked of a server: beats, each client's next one when the last is answered.
 *
 * @param clients at a time, each with a connection of its own
 * @param requests that count
 * @param token that each presents; null for none. One that the calibration made up, and that opens
 *     nothing else
 */
public record Load(int clients, int requests, String token) {

  /** Something that puts a load on a server. */
  public interface Tool {

    /** As it stands in a table. */
    String label();

    /**
     * Runs it once, as a process of its own.
     *
     * @param cores as {@code taskset -c} takes them
     * @throws dev.nacoscapacity.calibration.process.MeasureException when an answer was no good one
     */
    LoadFigures run(Load load, int port, String cores, Path directory)
        throws IOException, InterruptedException;
  }
}
