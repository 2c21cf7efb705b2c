package dev.nacoscapacity.core.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What tests look at in a verdict: codes and figures, and no sentence. */
final class Verdicts {

  private Verdicts() {}

  /**
   * Compares a verdict.
   *
   * @param codes of its reasons in their order, apart by spaces
   */
  static void assertVerdict(Verdict verdict, Status status, String codes) {
    assertThat(codes(verdict.reasons())).as(verdict.toString()).isEqualTo(codes);
    assertThat(verdict.status()).as(verdict.toString()).isEqualTo(status);
  }

  /** In their order, apart by spaces. */
  static String codes(List<Reason> reasons) {
    return String.join(" ", reasons.stream().map(Reason::code).toList());
  }

  /** The arguments of the first reason with a code. */
  static Map<String, Object> arguments(Verdict verdict, String code) {
    return verdict.reasons().stream()
        .filter(reason -> reason.code().equals(code))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + code + " in " + verdict))
        .arguments();
  }

  /** A reason's code and arguments, as {@code rate{share=0.98, bound=0.99}}, to the millionth. */
  static String shown(Reason reason) {
    Map<String, Object> arguments = new LinkedHashMap<>(reason.arguments());
    arguments.replaceAll(
        (name, value) -> value instanceof Double figure ? Math.round(figure * 1e6) / 1e6 : value);
    return reason.code() + arguments;
  }
}
