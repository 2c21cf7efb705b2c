package dev.nacoscapacity.reports.page;

import static dev.nacoscapacity.core.text.Arguments.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TranslationsTest {

  private static final Pattern USED = Pattern.compile("\\bt\\(\"([\\w.-]*\\w)\"");
  private static final Pattern PLACE = Pattern.compile("\\{(\\d)(?::#[^}]*)?}");

  @Test
  void shouldHaveTheSamePlaceholdersInBothLanguages() {
    Translations.load()
        .all()
        .forEach(
            (key, words) -> {
              assertThat(words).as(key).hasSize(2).doesNotContain("");
              assertThat(places(words.get(0))).as(key).isEqualTo(places(words.get(1)));
            });
  }

  @Test
  void shouldUseSingularAndPluralInEnglish() {
    assertThat(Translations.load().english("nodes.of", "1")).isEqualTo("1 node");
    assertThat(Translations.load().english("nodes.of", "1,000")).isEqualTo("1,000 nodes");
  }

  @Test
  void shouldHaveWordsForEveryKeyThatTemplatesAndScriptsName() throws IOException {
    Set<String> used = new TreeSet<>();
    for (Path file : sources()) {
      Matcher key = USED.matcher(Files.readString(file));
      while (key.find()) {
        used.add(key.group(1));
      }
    }

    assertThat(used).hasSizeGreaterThan(80);
    assertThat(Translations.load().all().keySet()).containsAll(used);
  }

  @Test
  void shouldHaveAWordForEverySeverityAndStatus() {
    for (Severity severity : Severity.values()) {
      assertThat(Translations.load().has("severity." + severity.word()))
          .as(severity.word())
          .isTrue();
    }
    for (Status status : Status.values()) {
      assertThat(Translations.load().all()).containsKeys(status.word(), status.word() + ".says");
    }
  }

  @Test
  void shouldHaveAWordForEveryOperationOverWhateverProtocol() {
    Stream<String> alone = Stream.of(Operation.values()).map(Operation::label);
    Stream<String> words =
        Stream.of(
                Operation.BEAT,
                Operation.LIST,
                Operation.LISTEN,
                Operation.PUBLISH,
                Operation.READ,
                Operation.CONNECT,
                Operation.REGISTER,
                Operation.DEREGISTER,
                Operation.REMOVE)
            .flatMap(each -> Stream.of(Transport.HTTP, Transport.GRPC).map(each::label));
    Stream.concat(alone, words)
        .forEach(
            name -> {
              assertThat(Translations.load().has("op." + name)).as(name).isTrue();
              for (Language language : Language.values()) {
                assertThat(failures(name).in(language))
                    .as(name)
                    .doesNotContain(name.contains(".") ? name : "operation.");
              }
            });
  }

  private static Message failures(String operation) {
    return Message.of(
        "failures",
        with("operation", operation)
            .and("failed", 1)
            .and("calls", 2)
            .and("share", 0.5)
            .and("bound", 0.1)
            .and("reason", "timed out")
            .and("reasonCount", 1));
  }

  @Test
  void shouldOfferEachJudgedFigureAsAHeatMap() throws IOException {
    String measures =
        RegistryCount.JUDGED.stream()
            .map(figure -> '"' + figure.column() + '"')
            .collect(Collectors.joining(", "));

    assertThat(
            Files.readString(Path.of("src/main/resources/dev/nacoscapacity/reports/page/plots.js")))
        .contains("const MEASURES = [" + measures + "];");
    for (RegistryCount figure : RegistryCount.JUDGED) {
      assertThat(Translations.load().has(figure.column())).as(figure.column()).isTrue();
    }
  }

  private static Set<String> places(String text) {
    Set<String> places = new TreeSet<>();
    Matcher place = PLACE.matcher(text);
    while (place.find()) {
      places.add(place.group(1));
    }
    return places;
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> templates = Files.list(Path.of("src/main/jte"));
        Stream<Path> scripts =
            Files.list(Path.of("src/main/resources/dev/nacoscapacity/reports/page"))) {
      return Stream.concat(templates, scripts.filter(file -> file.toString().endsWith(".js")))
          .toList();
    }
  }
}
