package dev.nacoscapacity.simulator.truth;

import java.util.Arrays;

/**
 * How far apart the beats of one instance were written, in ms: for each registered instance its
 * longest gap, the one still open included.
 *
 * @param p99Ms 99 % of the instances had no longer gap
 * @param maxMs no instance had a longer gap
 */
public record BeatGap(int p99Ms, int maxMs) {

  static final BeatGap NONE = new BeatGap(0, 0);

  /** Sorts what it is given. */
  static BeatGap of(int[] longest) {
    if (longest.length == 0) {
      return NONE;
    }
    Arrays.sort(longest);
    int rank = (int) Math.ceil(longest.length * 0.99);
    return new BeatGap(longest[rank - 1], longest[longest.length - 1]);
  }
}
