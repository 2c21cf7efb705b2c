package dev.nacoscapacity.core.calibration;

import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Message;

/**
 * A claim of a published study beside today's measurement. Figures of two machines cannot be
 * compared, so a claim is a ratio of two cases of one run, or an outcome in words.
 *
 * @param what is compared
 * @param publishedRatio absent when the claim is not a ratio
 * @param ratio today's ratio, taken within each round; absent when the claim is not a ratio, or one
 *     of its cases was not measured
 * @param published the claim in words; absent when the claim is a ratio
 * @param today today's outcome in words; absent when the claim is a ratio
 * @param remark where today's result differs, and why; absent when there is nothing to say
 */
public record ClaimComparison(
    Message what,
    Double publishedRatio,
    Spread ratio,
    Message published,
    Message today,
    Message remark) {

  /** Compares the ratio of two cases of the published study with the same ratio of this run. */
  public static ClaimComparison ofRatios(
      Message what, double published, Spread today, Message remark) {
    return new ClaimComparison(what, published, today, null, null, remark);
  }

  /** A claim in words. */
  public static ClaimComparison ofWords(
      Message what, Message published, Message today, Message remark) {
    return new ClaimComparison(what, null, null, published, today, remark);
  }
}
