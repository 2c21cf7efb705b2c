package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.process.FaultNotes.Note;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultNotesTest {

  private static final Note KILL = new Note("node2", "kill", "2026-01-01T00:00:00Z");
  private static final Note PAUSE = new Note("node3", "pause", "2026-01-01T00:00:01Z");

  @TempDir private Path temp;
  private StateFolder folder;
  private FaultNotes notes;

  @BeforeEach
  void create() {
    folder = new StateFolder(temp.resolve("state"));
    folder.clear();
    notes = new FaultNotes(folder);
  }

  @Test
  void shouldShowFaultsToAnotherProcess() {
    notes.add(KILL);
    notes.add(PAUSE);

    assertThat(new FaultNotes(folder).all()).containsExactly(KILL, PAUSE);
  }

  @Test
  void shouldRemoveTheFaultsOfAHealedNode() {
    notes.add(KILL);
    notes.add(PAUSE);

    notes.remove("node2");
    assertThat(notes.all()).containsExactly(PAUSE);

    notes.clear();
    assertThat(notes.all()).isEmpty();
  }

  @Test
  void shouldKeepTheNotesWhenTheNextOneCannotBeWritten() throws IOException {
    notes.add(KILL);
    // Makes the replacement of the file fail, as a full disk would make the draft fail.
    Path file = folder.path().resolve("faults.json");
    Path backup = Files.move(file, temp.resolve("kept"));
    Files.createDirectories(file.resolve("in the way"));

    assertFails(() -> notes.add(PAUSE));

    StateFolder.delete(file);
    Files.move(backup, file);
    assertThat(notes.all()).containsExactly(KILL);
    assertThat(folder.path()).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void shouldLetNobodyElseReadWhatMayHoldASecret() throws IOException {
    notes.add(KILL);

    assertThat(StateFolderTest.permissions(folder.path().resolve("faults.json")))
        .isEqualTo("rw-------");
  }

  @Test
  void shouldForgetEverythingWithTheCluster() {
    notes.add(KILL);

    folder.forget();

    assertThat(notes.all()).isEmpty();
  }

  @Test
  void shouldNameTheRemedyWhenTheFileIsDamaged() throws IOException {
    Files.writeString(folder.path().resolve("faults.json"), "[{");

    assertFails(notes::all, "nacos-cluster heal");
  }

  @Test
  void shouldKeepWhatHealsAHooksFaultApartFromTheClusters() {
    Note hook = new Note("10.0.0.1:8848", "kill", "2026-01-01T00:00:00Z", "ssh a start", "/tmp");
    FaultNotes hooks = FaultNotes.ofHooks(folder);

    hooks.add(hook);
    folder.clear();

    assertThat(FaultNotes.ofHooks(folder).all()).containsExactly(hook);
    assertThat(notes.all()).isEmpty();
  }

  @Test
  void shouldMakeTheFolderForAHooksFaultWhenThereNeverWasACluster() {
    StateFolder fresh = new StateFolder(temp.resolve("fresh"));

    FaultNotes.ofHooks(fresh).add(KILL);

    assertThat(FaultNotes.ofHooks(fresh).all()).containsExactly(KILL);
  }
}
