package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  @TempDir Path parent;

  @Test
  void shouldNameAFolderByTimeAndCommand() {
    assertThat(RunFolder.fresh(parent, NOW, "simulator"))
        .isEqualTo(parent.resolve("20260102T030405Z-simulator"));
  }

  @Test
  void shouldNumberFoldersOfOneSecond() throws IOException {
    Files.createDirectory(RunFolder.fresh(parent, NOW, "simulator"));
    Files.createDirectory(RunFolder.fresh(parent, NOW, "simulator"));

    assertThat(RunFolder.fresh(parent, NOW, "simulator"))
        .isEqualTo(parent.resolve("20260102T030405Z-simulator-3"));
  }

  @Test
  void shouldSayThatThereIsNoRunWhenTheFolderIsAbsent() {
    assertThatThrownBy(() -> RunFolder.open(parent.resolve("x")))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("no such folder");
  }

  @Test
  void shouldSayThatAFolderIsNoRunWhenItHasNoRunJson() {
    assertThatThrownBy(() -> RunFolder.open(parent))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("is not a run: it has no run.json");
  }

  @Test
  void shouldDiscardWhatAFailedConversionLeft() throws IOException {
    Path folder = Files.createDirectory(parent.resolve("run"));
    Files.writeString(folder.resolve("run.json"), "{}");

    RunFolder.discard(folder, false);
    assertThat(folder).isEmptyDirectory();

    Files.writeString(folder.resolve("run.json"), "{}");
    RunFolder.discard(folder, true);
    assertThat(folder).doesNotExist();
  }
}
