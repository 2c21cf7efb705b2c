package dev.nacoscapacity.simulator.capacity;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A search's steps and answer as a person reads them. */
final class Words {

  private Words() {}

  static String announcement(int number, Step.Try next) {
    return format("trial %d: %,d instances, %s", number, next.instances(), purpose(next.stage()));
  }

  private static String purpose(Stage stage) {
    return switch (stage) {
      case WARM -> "to warm the registry";
      case BRACKET -> "doubling";
      case BISECT -> "between what passes and what fails";
      case CONFIRM -> "to confirm";
      case OVERLOAD -> "over the edge";
      case DESCENT -> "right after the overload";
    };
  }

  static String result(Trial trial) {
    String reason = trial.reasons().isEmpty() ? "" : ": " + trial.reasons().get(0);
    return format(
        "  %s at %,.0f requests/s%s%s%s",
        trial.status().word(),
        trial.requestsPerSecond(),
        trial.beatP99Ms() == null ? "" : format(", beat p99 %,.0f ms", trial.beatP99Ms()),
        trial.cpuMsPerCall() == null ? "" : format(", %.2f CPU-ms a call", trial.cpuMsPerCall()),
        reason);
  }

  /** The answer in a sentence or a few. */
  static String answer(Answer answer, List<Trial> trials) {
    return switch (answer.outcome()) {
      case BRACKETED ->
          format(
              "%,d instances pass (%,.0f requests/s), %,d fail. %s",
              answer.passes(), requests(trials, answer.passes()), answer.fails(), descent(answer));
      case FAILS_FROM_THE_START ->
          format("%,d instances fail already: begin with a smaller --from.", answer.fails());
      case PASSES_TO_THE_END ->
          format("%,d instances still pass: search on with a larger --to.", answer.passes());
      case GENERATOR_LIMITED ->
          format(
              "The generator was the limit; %s pass. Use a larger machine, or one of its own.",
              atLeast(answer));
      case ERRATIC -> format("Results contradict each other; %s pass.", atLeast(answer));
    };
  }

  private static String atLeast(Answer answer) {
    return answer.passes() == 0
        ? "it is unknown how many"
        : format("at least %,d instances", answer.passes());
  }

  private static String descent(Answer answer) {
    if (answer.descends() == 0) {
      return "Right after the overload no size tried passed.";
    }
    return answer.descends() < answer.passes()
        ? format("Right after the overload only %,d passed.", answer.descends())
        : "Right after the overload they passed again.";
  }

  private static double requests(List<Trial> trials, int size) {
    return trials.stream()
        .filter(trial -> trial.instances() == size && trial.stage().votes())
        .mapToDouble(Trial::requestsPerSecond)
        .max()
        .orElse(0);
  }

  /** Why a size failed, worst first, with what was saturated then. */
  static List<String> reasons(int fails, List<Trial> trials) {
    Optional<Trial> failed =
        trials.stream()
            .filter(trial -> trial.instances() == fails && trial.stage().votes())
            .filter(trial -> !trial.reasons().isEmpty())
            .reduce((first, second) -> second);
    return failed.map(Trial::reasons).orElse(List.of());
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
