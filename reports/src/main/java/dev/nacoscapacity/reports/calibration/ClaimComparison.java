package dev.nacoscapacity.reports.calibration;

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
    Text what, Double publishedRatio, Spread ratio, Text published, Text today, Text remark) {

  /** Two cases of one study beside the same two of this run. */
  public static ClaimComparison ofRatios(Text what, double published, Spread today, Text remark) {
    return new ClaimComparison(what, published, today, null, null, remark);
  }

  /** A claim in words. */
  public static ClaimComparison ofWords(Text what, Text published, Text today, Text remark) {
    return new ClaimComparison(what, null, null, published, today, remark);
  }
}
