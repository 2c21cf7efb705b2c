package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.repeats.Spread;
import dev.nacoscapacity.reports.text.Message;

/**
 * A claim of a published study beside what was measured today: as a ratio of two cases of one run,
 * since figures of two machines do not compare, or as an outcome in words.
 *
 * @param what is compared
 * @param publishedRatio null when the claim is no ratio
 * @param ratio today's, within each round; null when the claim is no ratio, or one of its cases was
 *     not measured
 * @param published the claim in words; null when it is a ratio
 * @param today what became of it, in words; null when it is a ratio
 * @param remark where today's result differs, and why; null when there is nothing to say
 */
public record ClaimComparison(
    Message what,
    Double publishedRatio,
    Spread ratio,
    Message published,
    Message today,
    Message remark) {

  /** Two cases of one study beside the same two of this run. */
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
