package dev.nacoscapacity.chaos.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.repeats.FailureBound;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.search.Search;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import dev.nacoscapacity.simulator.study.search.SearchResult;
import dev.nacoscapacity.simulator.study.search.SizeResult;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a search for the safe capacity has found so far.
 *
 * @param largestSteady the largest fleet whose steady run passed, regardless of its trials
 * @param dropped whether a trial failed because the registry dropped beating instances
 */
record SafeAnswer(SearchRange bounds, List<Round> rounds, int largestSteady, boolean dropped) {

  /**
   * A round: the trials of one size, which passes when all of them pass.
   *
   * @param trials votes of the trials with faults
   */
  record Round(int instances, TrialStage stage, Status status, Study.Votes trials)
      implements SizeResult {

    @Override
    public int size() {
      return instances;
    }

    private boolean confirms(int size) {
      return instances == size && stage == TrialStage.CONFIRM && status == Status.PASS;
    }
  }

  /**
   * The bracket so far, with the new trials of the passing size and all trials of the failing size.
   */
  Study.Bracket bracket() {
    Search search = Search.unanimous(bounds);
    SearchResult result = search.soFar(rounds);
    return new Study.Bracket(
        orNull(result.passes()),
        orNull(result.fails()),
        votes(round -> round.confirms(result.passes())).orElse(null),
        votes(round -> round.instances() == result.fails()).orElse(null),
        orNull(search.notShown(rounds)));
  }

  /** The votes of some rounds; empty when there is no such round. */
  private Optional<Study.Votes> votes(Predicate<Round> counted) {
    return rounds.stream()
        .filter(counted)
        .map(Round::trials)
        .reduce(
            (one, other) ->
                new Study.Votes(one.passed() + other.passed(), one.failed() + other.failed()));
  }

  private static Integer orNull(int size) {
    return size == 0 ? null : size;
  }

  /** The answer in words. */
  String in(Language language) {
    Study.Bracket bracket = bracket();
    if (bracket.passes() != null) {
      return holds(bracket, language);
    }
    Arguments from = with("instances", bounds.from());
    return bracket.fails() == null || bracket.notShown() != null
        ? language.say("safe.nothing", from)
        : language.say(
            "safe.fails",
            from.and("failed", failed(bracket.failing(), language))
                .and("dropped", dropped ? "dropped" : null));
  }

  private String holds(Study.Bracket bracket, Language language) {
    int holds = bracket.passes();
    Arguments passes = with("passes", holds);
    List<String> parts = new ArrayList<>();
    if (bracket.fails() != null) {
      String interval = "[%,d, %,d)".formatted(holds, bracket.fails());
      parts.add(language.say("safe.interval", with("interval", interval)));
    } else if (bracket.notShown() != null) {
      parts.add(language.say("safe.orMore", passes));
    } else {
      String interval = "[%,d, …)".formatted(holds);
      parts.add(language.say("safe.toReached", with("interval", interval)));
    }
    Study.Votes passing = bracket.passing();
    parts.add(
        passing == null
            ? language.say("safe.heldOnce", passes)
            : language.say(
                "safe.healed",
                passes
                    .and("passed", passing.passed())
                    .and("all", passing.all())
                    .and("percent", FailureBound.of(passing).percent())));
    if (bracket.notShown() != null) {
      parts.add(language.say("safe.notShown", with("size", bracket.notShown())));
    }
    if (bracket.fails() != null) {
      parts.add(
          language.say(
              "safe.failing",
              with("size", bracket.fails()).and("failed", failed(bracket.failing(), language))));
    }
    if (largestSteady > holds) {
      parts.add(
          language.say(
              "safe.below",
              with("steady", largestSteady)
                  .and("percent", 100.0 * (largestSteady - holds) / largestSteady)));
    }
    return String.join(language.say("safe.and"), parts);
  }

  private static String failed(Study.Votes votes, Language language) {
    // Trials of an earlier attempt may have passed.
    return votes.failed() == 0
        ? language.say("safe.failedSteady")
        : language.say("safe.failed", with("failed", votes.failed()).and("all", votes.all()));
  }
}
