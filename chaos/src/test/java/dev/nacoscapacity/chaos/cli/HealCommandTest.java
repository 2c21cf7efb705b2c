package dev.nacoscapacity.chaos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.cluster.process.FaultNotes.Note;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.core.text.Language;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HealCommandTest {

  @TempDir private Path folder;
  private FaultNotes notes;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void open() {
    notes = new LocalClusters(folder, folder.resolve("state"), line -> {}).hooks();
  }

  private int heal() {
    return HealCommand.heal(
        notes,
        Duration.ofSeconds(10),
        Language.ENGLISH,
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8));
  }

  private Note note(String node, String heal) {
    return new Note(node, "kill", "2026-01-01T00:00:00Z", heal, folder.toString());
  }

  @Test
  void shouldHealEachNodeFromTheFolderOfItsExperiment() {
    notes.add(note("a:8848", "touch a"));
    notes.add(note("b:8848", "touch b"));

    assertThat(heal()).isZero();

    assertThat(folder.resolve("a")).exists();
    assertThat(folder.resolve("b")).exists();
    assertThat(out.toString(UTF_8)).contains("a:8848 is healed", "b:8848 is healed");
    assertThat(notes.all()).isEmpty();
  }

  @Test
  void shouldKeepTheNoteAndHealTheOthersWhenOneFails() {
    Note broken = note("a:8848", "seq 7 7; exit 1");
    notes.add(broken);
    notes.add(note("b:8848", "true"));

    assertThat(heal()).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .contains(
            "--heal-cmd 'seq' printed: 7",
            "a:8848: an experiment's 'kill' of 2026",
            "is not healed",
            "exited with 1");
    assertThat(notes.all()).containsExactly(broken);
  }

  @Test
  void shouldKeepANoteWithoutACommandAndHealTheOthers() {
    Note manual = new Note("a:8848", "kill", "2026-01-01T00:00:00Z");
    notes.add(manual);
    notes.add(note("b:8848", "true"));

    assertThat(heal()).isEqualTo(2);

    assertThat(err.toString(UTF_8)).contains("a:8848: an experiment's 'kill'", "--forget");
    assertThat(notes.all()).containsExactly(manual);
  }

  @Test
  void shouldSayWhenNothingIsBroken() {
    assertThat(heal()).isZero();
    assertThat(out.toString(UTF_8)).contains("no hook has left anything broken");
  }
}
