package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.core.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Summarizes the trials so far for each size. */
final class TrialHistory {

  /**
   * Number of equal results, of at most three, that decide; also the number of results without a
   * verdict that are enough.
   */
  private static final int MAJORITY = 2;

  private final class Votes {
    private int passes;
    private int fails;
    private int inconclusive;
    private int shortFails;

    /** Trials without a verdict of a size that had passed. */
    private int inconclusiveAgain;

    private Optional<Status> provisional = Optional.empty();
    private boolean warmedSince;

    private void count(SizeResult trial, boolean sinceThePause) {
      if (trial.status() == Status.INCONCLUSIVE) {
        // Causes from before a pause may be gone.
        if (rule == Rule.UNANIMOUS && trial.stage() == TrialStage.CONFIRM) {
          inconclusiveAgain++;
        } else {
          inconclusive += sinceThePause ? 1 : 0;
        }
        return;
      }
      boolean decides = trial.stage().decides();
      if (provisional.isEmpty() || !decides) {
        provisional = Optional.of(trial.status());
        warmedSince = false;
      }
      shortFails += !decides && trial.status() == Status.FAIL ? 1 : 0;
      if (decides && (rule == Rule.MAJORITY || trial.stage() == TrialStage.CONFIRM)
          || rule == Rule.UNANIMOUS && trial.status() == Status.FAIL) {
        passes += trial.status() == Status.PASS ? 1 : 0;
        fails += trial.status() == Status.FAIL ? 1 : 0;
      }
    }

    /** The status of the size; empty while unknown. */
    private Optional<Status> status() {
      if (rule == Rule.MAJORITY) {
        // A short trial decides while full trials are tied.
        return passes == fails
            ? provisional
            : Optional.of(passes > fails ? Status.PASS : Status.FAIL);
      }
      if (fails > 0) {
        return Optional.of(Status.FAIL);
      }
      return provisional.isEmpty() && inconclusive >= MAJORITY
          ? Optional.of(Status.INCONCLUSIVE)
          : provisional;
    }

    private boolean is(Status status) {
      return status().filter(status::equals).isPresent();
    }

    private boolean confirmed() {
      return rule == Rule.UNANIMOUS
          ? !is(Status.PASS) || passes > 0 || inconclusiveAgain >= MAJORITY
          : Math.max(passes, fails) >= MAJORITY && passes != fails;
    }
  }

  private final Rule rule;
  private final NavigableMap<Integer, Votes> sizes = new TreeMap<>();

  /**
   * @param rule by which the trials of a size decide
   * @param smallest smaller sizes are left out of account
   * @param largest larger sizes are left out of account
   * @param earlierTrials number of trials before the last pause
   */
  TrialHistory(
      Rule rule, List<? extends SizeResult> trials, int smallest, int largest, int earlierTrials) {
    this.rule = rule;
    for (int i = 0; i < trials.size(); i++) {
      SizeResult trial = trials.get(i);
      if (trial.stage() == TrialStage.WARM) {
        sizes.values().forEach(votes -> votes.warmedSince = true);
      } else if (trial.stage().votes() && trial.size() >= smallest && trial.size() <= largest) {
        sizes.computeIfAbsent(trial.size(), size -> new Votes()).count(trial, i >= earlierTrials);
      }
    }
  }

  /** The rule by which the trials of a size decide. */
  enum Rule {
    /**
     * Two equal results of at most three full trials; the result of a short trial is provisional.
     */
    MAJORITY,
    /**
     * One failure decides. A passing size has to pass once more; two results without a verdict
     * leave the size undecided.
     */
    UNANIMOUS
  }

  /** Whether anything is known of a size. */
  boolean tried(int size) {
    return sizes.containsKey(size) && sizes.get(size).status().isPresent();
  }

  /** Whether a size has this status. */
  boolean is(int size, Status status) {
    return sizes.containsKey(size) && sizes.get(size).is(status);
  }

  /** A size with two results without a verdict since the pause, and no two equal others; or 0. */
  int inconclusiveTwice() {
    return smallest(
        votes -> votes.inconclusive >= MAJORITY && votes.passes + votes.fails < MAJORITY);
  }

  /** The smallest size that fails, or 0. */
  int fails() {
    return smallest(votes -> votes.is(Status.FAIL));
  }

  /** The smallest size that fails or is undecided; or 0. */
  int ceiling() {
    return smallest(votes -> votes.status().isPresent() && !votes.is(Status.PASS));
  }

  private int smallest(Predicate<Votes> of) {
    return sizes.entrySet().stream()
        .filter(size -> of.test(size.getValue()))
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElse(0);
  }

  /** The largest size that passes below the {@link #ceiling}, or 0. */
  int passes() {
    int ceiling = ceiling() == 0 ? Integer.MAX_VALUE : ceiling();
    return sizes.headMap(ceiling, false).descendingMap().entrySet().stream()
        .filter(size -> size.getValue().is(Status.PASS))
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElse(0);
  }

  /**
   * Whether a size failed only in a short trial before the last warming trial. One that failed in
   * two was tried on warm nodes, too: where such a load breaks nodes, the new ones are cold again.
   */
  boolean failedCold(int size) {
    Votes votes = sizes.get(size);
    return votes.passes + votes.fails == 0 && votes.warmedSince && votes.shortFails < MAJORITY;
  }

  /** Whether enough trials agree on both sizes. */
  boolean enclosed(int passes, int fails) {
    return passes > 0 && fails > 0 && confirmed(passes) && confirmed(fails);
  }

  /** Whether enough trials agree on a size. */
  boolean confirmed(int size) {
    return sizes.get(size).confirmed();
  }

  /** Whether a size that had passed did so once more. */
  boolean passedAgain(int size) {
    return sizes.get(size).passes > 0;
  }
}
