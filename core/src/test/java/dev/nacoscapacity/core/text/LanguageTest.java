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
      for (String code : language.sentences().keySet()) {
        assertThat(language.render(code, filled(code, Map.of())))
            .as(code)
            .hasValueSatisfying(
                text -> assertThat(text).isNotBlank().doesNotContainPattern("[\\[\\]{}|]"));
      }
    }
  }

  /** Arguments for all places of a sentence: these, and a number for each other one. */
  private static Map<String, Object> filled(String code, Map<String, Object> given) {
    Map<String, Object> arguments = new TreeMap<>();
    for (Language language : Language.values()) {
      Matcher place = PLACE.matcher(language.sentences().get(code));
      while (place.find()) {
        arguments.put(place.group(1), 7);
      }
    }
    arguments.putAll(given);
    return arguments;
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

    assertThat(message.text()).contains("1,018 of 6,257", "node3 and node4", "(bound 3)");
    assertThat(message.in(Language.CHINESE)).contains("6,257", "1,018", "node3、node4", "阈值 3");
  }

  @Test
  void shouldUseSingularAndPluralInEnglish() {
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

  @Test
  void shouldFollowTheFirstLocaleThatIsSet() {
    assertThat(Language.ofLocale(Map.of())).isEqualTo(Language.ENGLISH);
    assertThat(Language.ofLocale(Map.of("LANG", "zh_CN.UTF-8"))).isEqualTo(Language.CHINESE);
    assertThat(Language.ofLocale(Map.of("LANG", "zh_CN.UTF-8", "LC_MESSAGES", "C")))
        .isEqualTo(Language.ENGLISH);
    assertThat(Language.ofLocale(Map.of("LC_ALL", "", "LC_MESSAGES", "zh_TW", "LANG", "C")))
        .isEqualTo(Language.CHINESE);
    assertThat(Language.ofLocale(Map.of("LC_ALL", "de_DE", "LC_MESSAGES", "zh_TW")))
        .isEqualTo(Language.ENGLISH);
  }

  /** A value beyond its bound is never printed as the bound is. */
  @Test
  void shouldNotRoundAFigureToItsBrokenBound() {
    for (Language language : Language.values()) {
      String percent = language == Language.CHINESE ? "%" : " %";
      assertThat(text(language, "rate", "share", 0.98999999, 0.99))
          .contains("98.999999" + percent, " 99" + percent);
      assertThat(text(language, "delay", "latency", 500.04, 500)).contains("500.04 ms", "500 ms");
      assertThat(text(language, "wholeLatency", "latency", 500.04, 500))
          .contains("500.04 ms", "500 ms");
      assertThat(text(language, "gatewayRefused", "share", 0.00100001, 0.001))
          .contains("0.100001" + percent, " 0.1" + percent);
      assertThat(text(language, "delay", "latency", 500.4, 500)).contains("500.4 ms");
      assertThat(text(language, "delay", "latency", 612.4, 500)).contains("612 ms");
      assertThat(text(language, "delay", "latency", 500, 500)).doesNotContain("500.0");
    }
  }

  /** A sentence with a figure and its bound. */
  private static String text(
      Language language, String code, String figure, double value, double bound) {
    return language.render(code, filled(code, Map.of(figure, value, "bound", bound))).orElseThrow();
  }

  @Test
  void shouldLeaveOutPartsWithoutAnArgument() {
    assertThat(Message.of("stale", with("count", 18).and("nodes", List.of("a"))).text())
        .contains("on a (none on the other nodes)");
    assertThat(Message.of("nothingBroken", with("why", null)).text())
        .isEqualTo("Nothing was broken.");
  }

  @Test
  void shouldTranslateNames() {
    Message limited =
        Message.of("generatorLimited", with("resources", List.of("ports", "patience")));

    assertThat(limited.in(Language.CHINESE)).contains("本地端口、patience");
  }

  @Test
  void shouldSurviveAJsonRoundTrip() throws Exception {
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
  void shouldRefuseAnUnknownSentenceOrAMissingArgument() {
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
