package dev.nacoscapacity.core.checker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What tests look at in a verdict: codes and figures, and no sentence. */
final class Verdicts {

  private static final Map<String, String> SENTENCES = sentences();

  /** What reasons tell that their sentences do not. */
  private static final Set<String> UNTOLD =
      Set.of("unknownInstanceBeats.expected", "stale.expected", "divergent.expected");

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

  /** The templates in English by code. */
  static Map<String, String> sentences() {
    try (InputStream json = Language.class.getResourceAsStream("sentences.en.json")) {
      return new ObjectMapper().readValue(json, new TypeReference<>() {});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A sentence leaves out what it has no argument for, so a misspelt name would not be seen. */
  private static void assertTold(Reason reason) {
    assertThat(reason.arguments().keySet())
        .as(reason.code())
        .allMatch(
            name ->
                UNTOLD.contains(reason.code() + "." + name)
                    || SENTENCES.get(reason.code()).matches(".*\\{" + name + "[:}].*"));
  }

  /** In their order, apart by spaces. */
  static String codes(List<Reason> reasons) {
    reasons.forEach(Verdicts::assertTold);
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
    assertTold(reason);
    Map<String, Object> arguments = new LinkedHashMap<>(reason.arguments());
    arguments.replaceAll(
        (name, value) -> value instanceof Double figure ? Math.round(figure * 1e6) / 1e6 : value);
    return reason.code() + arguments;
  }
}
