package dev.nacoscapacity.core.text;

import static dev.nacoscapacity.core.text.Arguments.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LanguageTest {

  private static final Pattern PLACE = Pattern.compile("\\{([\\w]+)(:[^}]*)?}");

  @Test
  void shouldHaveEverySentenceInBothLanguagesWithTheSameArguments() {
    Map<String, Set<String>> english = places(Language.ENGLISH);

    assertThat(english).hasSizeGreaterThan(40).isEqualTo(places(Language.CHINESE));
  }

  /** A sentence that was filled in to its end has no bracket, bar or place left. */
  @Test
  void shouldFillInEveryTemplateToItsEnd() {
    for (Language language : Language.values()) {
      language
          .sentences()
          .forEach(
              (code, template) -> {
                Map<String, Object> arguments = new TreeMap<>();
                Matcher place = PLACE.matcher(template);
                while (place.find()) {
                  arguments.put(place.group(1), 7);
                }
                assertThat(language.render(code, arguments))
                    .as(code)
                    .hasValueSatisfying(
                        text -> assertThat(text).isNotBlank().doesNotContainPattern("[\\[\\]{}|]"));
              });
    }
  }

  @Test
  void shouldWriteNumbersAlikeAndListsAsTheLanguageDoes() {
    Message message =
        Message.of(
            "missing",
            with("count", 1_018)
                .and("expected", 6_257L)
                .and("nodes", List.of("node3", "node4"))
                .and("others", 8)
                .and("bound", 3));

    assertThat(message.text())
        .isEqualTo(
            "Up to 1,018 of 6,257 instances were missing at once on node3 and node4 (at most 8 on"
                + " the other nodes) (bound 3).");
    assertThat(message.in(Language.CHINESE))
        .isEqualTo("6,257 个实例中，同时缺失的多达 1,018 个（node3、node4；其他节点至多 8）（界限 3）。");
  }

  @Test
  void shouldTellOneFromSeveralInEnglish() {
    assertThat(Message.of("keptBeatingYetDropped", with("count", 1).and("gapSeconds", 10)).text())
        .startsWith("1 instance went missing");
    assertThat(
            Message.of("keptBeatingYetDropped", with("count", 1_000).and("gapSeconds", 10)).text())
        .startsWith("1,000 instances went missing");
  }

  @Test
  void shouldHaveAWordForEverySeverityOfAFail() {
    assertThat(Severity.values())
        .filteredOn(severity -> severity.status() == Status.FAIL)
        .extracting(severity -> "broke." + severity.word())
        .isSubsetOf(Language.ENGLISH.sentences().keySet());
  }

  /** A value beyond its bound is never printed as the bound is. */
  @Test
  void shouldTellABrokenBoundFromItsValue() {
    for (Language language : Language.values()) {
      assertThat(rate(0.98999999, 0.99).in(language)).contains("98.999999 %", " 99 %");
      assertThat(delay(500.04, 500).in(language)).contains("500.04 ms", "500 ms");
      assertThat(wholeLatency(500.04, 500).in(language)).contains("500.04 ms", "500 ms");
      assertThat(gatewayRefused(0.00100001, 0.001).in(language)).contains("0.100001 %", " 0.1 %");
    }
    assertThat(delay(500.4, 500).text()).contains("500.4 ms");
    assertThat(delay(612.4, 500).text()).contains("612 ms");
    assertThat(delay(500, 500).text()).contains("was 500 ms");
  }

  private static Message rate(double share, double bound) {
    return Message.of(
        "rate",
        with("operation", "beat")
            .and("achieved", 1.0)
            .and("required", 1.0)
            .and("share", share)
            .and("bound", bound)
            .and("skipped", 0));
  }

  private static Message delay(double latency, double bound) {
    return Message.of(
        "delay",
        with("operation", "pushDelay")
            .and("percentile", "p99")
            .and("latency", latency)
            .and("bound", bound));
  }

  private static Message wholeLatency(double latency, double bound) {
    return Message.of(
        "wholeLatency",
        with("operation", "beat")
            .and("percentile", "p99")
            .and("latency", latency)
            .and("bound", bound));
  }

  private static Message gatewayRefused(double share, double bound) {
    return Message.of(
        "gatewayRefused",
        with("operation", "beat")
            .and("failed", 1)
            .and("refused", 1)
            .and("calls", 1)
            .and("share", share)
            .and("bound", bound)
            .and("reason", "http 429")
            .and("reasonCount", 1));
  }

  @Test
  void shouldLeaveOutWhatHasNoArgumentAndTakeTheOtherPart() {
    assertThat(Message.of("stale", with("count", 18).and("nodes", List.of("a"))).text())
        .isEqualTo(
            "Up to 18 deregistered instances were still listed on a (none on the other nodes).");
    assertThat(Message.of("nothingBroken", with("why", null)).text())
        .isEqualTo("Nothing was broken.");
  }

  @Test
  void shouldUseAWordForANameThatHasOne() {
    Message limited =
        Message.of("generatorLimited", with("resources", List.of("ports", "patience")));

    assertThat(limited.in(Language.CHINESE))
        .isEqualTo("发压端的本地端口、patience用尽；bin/simulator doctor 会指出该改什么。");
  }

  @Test
  void shouldBeTheSameMessageWhenItWasWrittenAndReadAgain() throws Exception {
    ObjectMapper json = new ObjectMapper();
    Message message =
        Message.of(
            "lateBeats",
            with("max", 21.475)
                .and("p99", 12.0)
                .and("nodes", List.of("a", "b"))
                .and("within", Message.of("interrupted", with("seconds", 3))));

    Message read = json.readValue(json.writeValueAsBytes(message), Message.class);

    assertThat(read).isEqualTo(message);
    assertThat(read.in(Language.CHINESE)).isEqualTo(message.in(Language.CHINESE));
  }

  @Test
  void shouldRefuseToMakeASentenceThatIsNoneOrLacksAnArgument() {
    assertThatThrownBy(() -> Message.of("moonWasFull"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Message.of("interrupted"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldKeepTheTextOfAnotherVersionsSentence() {
    assertThat(new Message("moonWasFull", Map.of(), "The moon was full.").in(Language.CHINESE))
        .isEqualTo("The moon was full.");
    assertThat(new Message("interrupted", null, "It ended.").in(Language.CHINESE))
        .isEqualTo("It ended.");
  }

  @Test
  void shouldKeepTheTextOfAnotherVersionsSentenceWithinOne() {
    Message within = new Message("moonWasFull", Map.of(), "the moon was full");

    assertThat(Message.of("cutShort", with("why", within)).in(Language.CHINESE))
        .isEqualTo("试验中途结束：the moon was full。");
  }

  private static Map<String, Set<String>> places(Language language) {
    Map<String, Set<String>> places = new TreeMap<>();
    language
        .sentences()
        .forEach(
            (code, template) -> {
              Set<String> names = new TreeSet<>();
              Matcher place = PLACE.matcher(template);
              while (place.find()) {
                // Only English tells one from several.
                names.add(place.group().replaceFirst(":#[^}]*", ""));
              }
              places.put(code, names);
            });
    return places;
  }
}
