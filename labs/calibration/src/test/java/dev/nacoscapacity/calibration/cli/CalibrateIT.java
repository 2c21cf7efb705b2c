package dev.nacoscapacity.calibration.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.harness.Jvm;
import dev.nacoscapacity.core.calibration.Calibration;
import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as it is used, on few cases. */
class CalibrateIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path parent;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldLeaveTablesAPageAndTheMachineBehind() throws Exception {
    Path folder = parent.resolve("result");

    int exitCode = run("payload", "--case", "netty,1 KB,pool", "--out", folder.toString());

    assertThat(exitCode).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.OK);
    Calibration calibration = Calibration.open(folder);
    assertThat(calibration.interrupted()).isFalse();
    assertThat(calibration.machine().cores()).isPositive();
    PartResult part = calibration.parts().get(0);
    assertThat(part.rows()).hasSize(1);
    assertThat(part.rows().get(0).rounds()).hasSize(2);
    assertThat(part.rows().get(0).spread("rate").orElseThrow().min()).isPositive();
    assertThat(part.rows().get(0).spread("cpu").orElseThrow().median()).isPositive();
    assertThat(folder.resolve(RunFolder.REPORT_HTML)).content().contains("netty · 1 KB");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Run folder: " + folder);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("payload round 2 of 2: netty, 1 KB");
    assertThat(children(ProcessHandle.current())).isEmpty();
  }

  /** Without the launcher there is no JMeter. */
  @Test
  void shouldSkipByNameWhatIsMissingAndNotCallThatMeasured() {
    Path folder = parent.resolve("result");

    int exitCode = run("engines", "--case", "jmeter", "--out", folder.toString());

    assertThat(exitCode).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("skipped: jmeter, fixed, 2000, 128 MB: JMeter is not assembled");
    assertThat(folder.resolve(RunFolder.REPORT_HTML)).content().contains("JMeter 尚未组装");
  }

  @Test
  @Tag("full")
  void shouldKeepFinishedCasesAndLeaveNoProcessBehindOnCtrlC() throws Exception {
    Path folder = parent.resolve("result");
    // A build in a shell's background ignores SIGINT, and its children would.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", "setsid"));
    command.addAll(
        Jvm.own("-Xmx128m").command(CalibrateMain.class, "payload", "--out", folder.toString()));
    Path log = parent.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .until(
              () ->
                  Study.isIn(folder) && Files.readString(log).split("payload round 1").length > 2);
      List<ProcessHandle> children = children(process.toHandle());
      assertThat(children).isNotEmpty();

      // As a terminal's Ctrl-C, to all of the foreground.
      new ProcessBuilder("kill", "-INT", "--", "-" + process.pid()).start().waitFor();

      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(ExitCode.INCONCLUSIVE);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
      Calibration calibration = Calibration.open(folder);
      assertThat(calibration.interrupted()).isTrue();
      assertThat(calibration.parts().get(0).rows()).anyMatch(row -> !row.rounds().isEmpty());
      assertThat(Files.readString(log)).contains("INTERRUPTED");
      assertThat(folder.resolve(RunFolder.REPORT_HTML)).content().contains("Interrupted");
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<ProcessHandle> children(ProcessHandle of) {
    return of.descendants().filter(ProcessHandle::isAlive).toList();
  }

  private int run(String... args) {
    return CalibrateMain.commandLine(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .execute(args);
  }
}
