package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** One row of a part's table: one setting, which is measured several times. */
public interface Case {

  /**
   * The setting that distinguishes the case from the part's other cases, by the key of the
   * dimension; shown unchanged.
   */
  Map<String, String> setting();

  /**
   * What is missing on this machine to measure the case, and how to get it; empty when nothing is
   * missing.
   */
  default Optional<Message> missing() {
    return Optional.empty();
  }

  /**
   * The number of rounds in which the case is measured.
   *
   * @param ofPart the number of rounds of the part
   */
  default int rounds(int ofPart) {
    return ofPart;
  }

  /**
   * File descriptors that the busiest process of the case needs; the case is skipped when fewer are
   * allowed.
   */
  default int descriptors() {
    return 0;
  }

  /**
   * Warms up the servers that the case shares with other cases, before any case is measured: a JVM
   * is several times as fast once its code is compiled, and without a warm-up only the last case of
   * the first round would benefit. Runs on the main thread, with the exceptions of {@link
   * #measure}.
   */
  default void warmUp(SharedServers servers) throws IOException, InterruptedException {}

  /**
   * Measures once. Runs on the main thread, so that it may start a {@link
   * dev.nacoscapacity.calibration.process.PinnedProcess}; all processes that it starts, except
   * shared servers, have ended when it returns or throws.
   *
   * @param servers shared by the cases of the part
   * @return the figures; the cause of an early end, such as an OutOfMemoryError, is an outcome
   * @throws dev.nacoscapacity.calibration.process.MeasureException when nothing can be measured;
   *     the message becomes the outcome, and the other cases continue
   * @throws InterruptedException on Ctrl-C: this round is discarded
   */
  Round measure(SharedServers servers) throws IOException, InterruptedException;
}
