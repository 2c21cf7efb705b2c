package dev.nacoscapacity.core.record;

import static dev.nacoscapacity.core.text.Arguments.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyTest {

  private record Trial(int instances, String status) {}

  @TempDir Path folder;

  private final Study study =
      Study.begin(
              "capacity", "How many?", Map.of("from", "200"), Instant.parse("2026-01-02T03:04:05Z"))
          .withTrials(List.of("01-200"), List.of(new Trial(200, "pass")));

  @Test
  void shouldReadWhatWasWritten() {
    Study over =
        study.withAnswer(
            new Study.Bracket(200, null, new Study.Votes(2, 1), null, 300), "At least 200.");

    over.write(folder);

    assertThat(Study.read(folder)).isEqualTo(over);
    assertThat(Study.read(folder).trials(Trial.class)).containsExactly(new Trial(200, "pass"));
    assertThat(folder).isDirectoryContaining("glob:**study.json");
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void shouldKeepAnAnswerForEachLanguage() {
    Study over = study.withAnswer(null, Message.of("capacity.passesToTheEnd", with("passes", 200)));

    over.write(folder);

    Study read = Study.read(folder);
    assertThat(read).isEqualTo(over);
    assertThat(read.answer()).startsWith("200 instances");
    assertThat(read.sentence().in(Language.CHINESE)).startsWith("200 个实例");
  }

  @Test
  void shouldWriteOverADraftThatACrashLeft() throws IOException {
    Files.writeString(folder.resolve("study.json.tmp"), "longer than nothing");

    study.write(folder);

    assertThat(Study.read(folder)).isEqualTo(study);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"schema": 2, "kind":  | damaged
          {"schema": 2}          | damaged
          ''                     | damaged
          null                   | damaged
          []                     | damaged
          {"schema": 7}          | has schema 7, and this version reads 2
          """)
  void shouldSayWhatIsWrongWhenTheFileIsNoStudy(String text, String fault) throws IOException {
    Path file = Files.writeString(folder.resolve(Study.STUDY_JSON), text);

    assertThatThrownBy(() -> Study.read(folder))
        .isInstanceOf(RecordException.class)
        .message()
        .contains(file.toString(), fault);
  }

  @Test
  void shouldSayWhenThereIsNoFile() {
    assertThatThrownBy(() -> Study.read(folder))
        .isInstanceOf(RecordException.class)
        .hasMessageEndingWith("no such file");
  }

  @Test
  void shouldRefuseTrialsOfAnotherShape() {
    assertThatThrownBy(() -> study.trials(Integer.class))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("kind 'capacity'");
  }
}
