package dev.nacoscapacity.calibration.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.calibration.Calibration;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateUsageTest {

  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldNameThePartsThereAreWhenOneIsUnknown() {
    assertThat(run("disk")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("nothing to calibrate is called 'disk': write engines, payload");
  }

  @Test
  void shouldRefuseAFolderThatHoldsAStudy() {
    Study.begin(Calibration.KIND, "?", Map.of(), Instant.EPOCH).write(folder);

    assertThat(run("payload", "--out", folder.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("name another --out");
  }

  @Test
  void shouldSayThatNoCaseHasTheseWords() {
    assertThat(run("payload", "--case", "no such", "--out", folder.resolve("new").toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("--case no such: no case has all of these words\n");
  }

  @Test
  void shouldPointToTheWholeTableWhenOnlyThatHasTheCase() {
    assertThat(run("payload", "--case", "10 KB")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--case 10 KB: no case has all of these words but with --full");
  }

  @Test
  void shouldNameTheOptionWhenALimitIsBelowOne() {
    assertThat(run("gateway", "--tomcat-threads", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("--tomcat-threads is 1 or more");
  }

  @Test
  void shouldRefuseAnOptionThatSaysNothingToMachine() {
    assertThat(run("machine", "--full")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("Unknown option: '--full'");
  }

  @Test
  void shouldRefuseAnOptionOfAnotherPart() {
    assertThat(run("payload", "--case", "no such", "--tomcat-threads", "3"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("--tomcat-threads is for gateway and all: leave it out");
  }

  @Test
  void shouldPrintACompletionThoughNoPartIsNamed() {
    assertThat(run("generate-completion")).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("complete ")
        .contains("--backend-connections");
  }

  private int run(String... args) {
    PrintStream stderr = new PrintStream(err, true, StandardCharsets.UTF_8);
    return CalibrateMain.commandLine(stderr, stderr).execute(args);
  }
}
