package dev.nacoscapacity.calibration.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemToolTest {

  private static final SystemTool TOOL = new SystemTool("no-such-tool", "no-such-package");

  @TempDir Path folder;

  @Test
  void shouldFindAProgramOnThePath() throws IOException {
    Path program = Files.createFile(folder.resolve(TOOL.name()));

    assertThat(TOOL.find("/nowhere:" + folder)).isEmpty();
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(TOOL.find("/nowhere:" + folder)).contains(program);
  }

  @Test
  void shouldSayHowToInstallWhatIsMissing() {
    assertThat(TOOL.missing().orElseThrow().text())
        .isEqualTo("no-such-tool is missing: apt-get install no-such-package");
  }
}
