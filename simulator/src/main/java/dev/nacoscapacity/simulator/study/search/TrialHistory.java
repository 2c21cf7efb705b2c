package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.reports.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What the trials so far say of each size. */
final class TrialHistory {

  /** So many equal results decide, of three at most. */
  private static final int MAJORITY = 2;

  private static final class Votes {
    private int passes;
    private int fails;
    private int inconclusive;
    private Status provisional;
    private boolean warmedSince;

    private void count(SizeTrial trial, boolean sinceThePause) {
      if (trial.status() == Status.INCONCLUSIVE) {
        // What was in the way may be gone.
        inconclusive += sinceThePause ? 1 : 0;
        return;
      }
      if (provisional == null || !trial.stage().decides()) {
        provisional = trial.status();
        warmedSince = false;
      }
      if (trial.stage().decides()) {
        passes += trial.status() == Status.PASS ? 1 : 0;
        fails += trial.status() == Status.FAIL ? 1 : 0;
      }
    }

    /** The majority's word, the short trial's while they are even; null when there is none. */
    private Status word() {
      if (passes == fails) {
        return provisional;
      }
      return passes > fails ? Status.PASS : Status.FAIL;
    }
  }

  private final NavigableMap<Integer, Votes> sizes = new TreeMap<>();

  /**
   * @param smallest smaller sizes are left out of account
   * @param largest larger ones likewise
   * @param known how many of the trials were made before the last pause
   */
  TrialHistory(List<SizeTrial> trials, int smallest, int largest, int known) {
    for (int i = 0; i < trials.size(); i++) {
      SizeTrial trial = trials.get(i);
      if (trial.stage() == TrialStage.WARM) {
        sizes.values().forEach(votes -> votes.warmedSince = true);
      } else if (trial.stage().votes()
          && trial.instances() >= smallest
          && trial.instances() <= largest) {
        sizes.computeIfAbsent(trial.instances(), size -> new Votes()).count(trial, i >= known);
      }
    }
  }

  boolean tried(int size) {
    return sizes.containsKey(size) && sizes.get(size).provisional != null;
  }

  /** A size that had no verdict twice since the pause, and no two others; or 0. */
  int inconclusiveTwice() {
    return sizes.entrySet().stream()
        .filter(
            size ->
                size.getValue().inconclusive >= MAJORITY
                    && size.getValue().passes + size.getValue().fails < MAJORITY)
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElse(0);
  }

  /** The smallest size that fails, or 0. */
  int fails() {
    return sizes.entrySet().stream()
        .filter(size -> size.getValue().word() == Status.FAIL)
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElse(0);
  }

  /** The largest size that passes below every one that fails, or 0. */
  int passes() {
    int ceiling = fails() == 0 ? Integer.MAX_VALUE : fails();
    return sizes.headMap(ceiling, false).descendingMap().entrySet().stream()
        .filter(size -> size.getValue().word() == Status.PASS)
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElse(0);
  }

  /** Whether nothing but a short trial says that a size fails, made before the last to warm. */
  boolean failedCold(int size) {
    Votes votes = sizes.get(size);
    return votes.passes + votes.fails == 0 && votes.warmedSince;
  }

  /** Whether enough trials agree on both sizes. */
  boolean enclosed(int passes, int fails) {
    return passes > 0 && fails > 0 && confirmed(passes) && confirmed(fails);
  }

  /** Whether enough trials agree on a size. */
  boolean confirmed(int size) {
    Votes votes = sizes.get(size);
    return Math.max(votes.passes, votes.fails) >= MAJORITY && votes.passes != votes.fails;
  }
}
