package dev.nacoscapacity.simulator.study.search;

import java.time.Duration;
import java.util.Locale;

/**
 * The estimated duration of a search without contradictory results.
 *
 * @param shortTrials maximum number, unless warming takes long
 * @param fullTrials maximum number
 */
public record SearchEstimate(int shortTrials, int fullTrials) {

  /** Two sizes, one of them warmed with, and one overload: the edge lies right behind the first. */
  private static final int FEWEST_SHORT = 4;

  /** One to warm, perhaps one more, and one overload. */
  private static final int SHORT_BESIDE_DOUBLING = 3;

  /** Each bound once more or twice, and the way down. */
  private static final int FULL_BESIDE_BISECTION = 4;

  /** Time of a run besides ramp, warm-up and window, until nothing of it is left. */
  private static final Duration AROUND = Duration.ofSeconds(25);

  /** The estimate for a search within these bounds. */
  public static SearchEstimate of(SearchRange bounds) {
    double range = (double) bounds.to() / bounds.from();
    int doublings = halvings(range);
    int bisections = halvings(Math.log(Math.min(2, range)) / Math.log(1 + bounds.width()));
    return new SearchEstimate(
        1 + doublings + SHORT_BESIDE_DOUBLING, bisections + FULL_BESIDE_BISECTION);
  }

  /** How often a ratio must be halved until it is 1 or less. */
  private static int halvings(double ratio) {
    return (int) Math.max(0, Math.ceil(Math.log(ratio) / Math.log(2)));
  }

  /**
   * The estimate in words.
   *
   * @param shortTrial warm-up and window of a short trial
   * @param fullTrial warm-up and window of a full trial
   */
  public String sentence(Duration shortTrial, Duration fullTrial) {
    long brief = shortTrial.plus(AROUND).toSeconds();
    long full = fullTrial.plus(AROUND).toSeconds();
    int fewest = Math.min(FEWEST_SHORT, shortTrials);
    return String.format(
        Locale.ROOT,
        "expect %d to %d trials of about %d s (short) or %d s (full), %d to %d minutes in all, and the"
            + " registrations: of 1,000 instances a small cluster takes 10 s or more",
        fewest + fullTrials,
        shortTrials + fullTrials,
        brief,
        full,
        minutes(fewest * brief + fullTrials * full),
        minutes(shortTrials * brief + fullTrials * full));
  }

  private static long minutes(long seconds) {
    return (seconds + 59) / 60;
  }
}
