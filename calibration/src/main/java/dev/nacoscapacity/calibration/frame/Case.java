package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
import dev.nacoscapacity.reports.text.Message;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** One row of a part's table: something, under one setting, that is measured several times. */
public interface Case {

  /** What distinguishes it from the part's other cases, by the dimension's key; shown as it is. */
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
   * Warms up the servers that it shares with other cases, before any case is measured: a JVM
   * answers several times as much once its code is compiled, and in the first round only the last
   * case would meet it so. Runs on the main thread, and ends as {@link #measure} does.
   */
  default void warmUp(SharedServers servers) throws IOException, InterruptedException {}

  /**
   * Measures once. Runs on the main thread, so that it may start a {@link
   * dev.nacoscapacity.calibration.process.PinnedProcess}; what it starts, beside the shared
   * servers, has ended when it returns or throws.
   *
   * @param servers shared by the cases of the part
   * @return the figures; what ended the case early, such as an OutOfMemoryError, is an outcome
   * @throws dev.nacoscapacity.calibration.process.MeasureException when nothing can be measured;
   *     the message becomes the outcome, and the other cases go on
   * @throws InterruptedException on Ctrl-C: this round is thrown away
   */
  Round measure(SharedServers servers) throws IOException, InterruptedException;
}
