package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * One row of a part's table: one setting, which is measured several times.
 *
 * @param setting what distinguishes the case from the others of its part: a word for each
 *     dimension, with {@code |} between them
 * @param missing what is missing on this machine to measure the case, and how to get it
 * @param once whether it is measured in the first round only
 */
public record Case(
    String setting,
    Optional<Message> missing,
    boolean once,
    WarmUp warmUp,
    Measurement measurement) {

  /**
   * Warms up what the case shares with others, before any case is measured: a JVM is several times
   * as fast once its code is compiled, and without this only later cases would benefit.
   */
  public interface WarmUp {
    void run(SharedPeers peers) throws IOException, InterruptedException;
  }

  /** How to measure once, on the main thread. */
  public interface Measurement {

    /**
     * All processes but the shared ones have ended afterwards.
     *
     * @return the figures; the cause of an early end, such as an OutOfMemoryError, is an outcome
     * @throws MeasureException when nothing can be measured: the message becomes the outcome, and
     *     the other cases continue
     * @throws InterruptedException on Ctrl-C: this round is discarded
     */
    Round take(SharedPeers peers) throws IOException, InterruptedException;
  }

  /** The setting by dimension. */
  public List<String> words() {
    return List.of(setting.split("\\|", -1));
  }

  /** A case that needs nothing, shares nothing, and is measured in each round. */
  public static Case of(String setting, Measurement measurement) {
    return new Case(setting, Optional.empty(), false, peers -> {}, measurement);
  }

  public Case unless(Optional<Message> missed) {
    return new Case(setting, missed, once, warmUp, measurement);
  }

  public Case onlyOnce(boolean isOnce) {
    return new Case(setting, missing, isOnce, warmUp, measurement);
  }

  public Case after(WarmUp first) {
    return new Case(setting, missing, once, first, measurement);
  }
}
