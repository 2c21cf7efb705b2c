package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.reports.calibration.PartResult.Round;
import dev.nacoscapacity.reports.text.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** One row of a part's table: something, under one setting, that is measured several times. */
public interface Case {

  /** What tells it from the part's other cases, by the dimension's key; shown as it is. */
  Map<String, String> setting();

  /** What is missing on this machine to measure it, and how to get it; empty when nothing is. */
  default Optional<Message> missing() {
    return Optional.empty();
  }

  /**
   * In how many rounds it is measured.
   *
   * @param ofPart in how many its part is
   */
  default int rounds(int ofPart) {
    return ofPart;
  }

  /** Descriptors that its busiest process needs; it is skipped where fewer are allowed. */
  default int descriptors() {
    return 0;
  }

  /**
   * Makes what it shares with other cases warm, before any case is measured: a server's JVM answers
   * several times as much once its code is compiled, and in a first round only what comes last
   * would meet it so. On the main thread, and as {@link #measure} for the rest.
   */
  default void warmUp(Path directory) throws IOException, InterruptedException {}

  /**
   * Measures once. On the main thread, so that it may start a {@link
   * dev.nacoscapacity.calibration.process.PinnedProcess}; whatever it starts has ended when it
   * returns or throws.
   *
   * @param directory of the part, absolute, for logs and files of the processes it starts
   * @return the figures; what ended it early, such as an OutOfMemoryError, is an outcome
   * @throws dev.nacoscapacity.calibration.process.MeasureException when nothing can be measured;
   *     the message becomes the outcome, and the other cases go on
   * @throws InterruptedException on Ctrl-C: this round is thrown away
   */
  Round measure(Path directory) throws IOException, InterruptedException;
}
