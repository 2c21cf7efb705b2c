package dev.nacoscapacity.cluster.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.core.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a real shell, whose commands end within milliseconds. */
@Timeout(30)
class ShellHookTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private final List<String> terminal = new ArrayList<>();

  private void run(String command, Duration limit) {
    ShellHook.start("--break-cmd", new ShellCommand(command), folder, terminal::add)
        .await(limit, Time.wall(), () -> {});
  }

  @Test
  void shouldRunInItsFolder() {
    run("echo done > x", LONG);

    assertThat(folder.resolve("x")).hasContent("done");
  }

  @Test
  void shouldGiveTheLastLinesToTheTerminalAloneWhenItFails() {
    assertThatThrownBy(() -> run("seq 1 6; exit 3", LONG))
        .isInstanceOf(HookException.class)
        .hasMessage("--break-cmd 'seq' exited with 3");
    assertThat(String.join(" ", terminal).replaceAll("[^0-9 ]", "").strip().split(" +"))
        .containsExactly("2", "3", "4", "5", "6");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo -uops:S3cret",
        "echo -sku ops:S3cret",
        "echo -pS3cret",
        "echo -a S3cret",
        "echo -H 'X-Auth: S3cret'",
        "echo sshpass -p 'S3cret b'",
        "echo --user \"ops:S3cret c\"",
        "PASS=S3cret; echo $PASS"
      })
  void shouldShowNoSecretOfACommand(String command) {
    assertThatThrownBy(() -> run(command + "; exit 1", LONG))
        .isInstanceOf(HookException.class)
        .hasMessageNotContaining("S3c")
        .hasMessageNotContaining("ops");
    assertThat(terminal).hasSize(1).allMatch(line -> !line.contains("S3c") && line.contains("***"));
  }

  @Test
  void shouldPrintNothingWhenItSucceeds() {
    run("echo fine", LONG);

    assertThat(terminal).isEmpty();
  }

  @Test
  void shouldKillACommandThatHangsWithItsChildren() throws Exception {
    assertThatThrownBy(() -> run("echo $$ > pid; sleep 60 & wait", Duration.ofMillis(300)))
        .hasMessageContaining("was not done within 0 s and was given up");

    long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void shouldLeaveBackgroundProcessesOfACommandAlone() throws Exception {
    run("sleep 60 & echo $! > pid", LONG);

    ProcessHandle process =
        ProcessHandle.of(Long.parseLong(Files.readString(folder.resolve("pid")).strip()))
            .orElseThrow();
    assertThat(process.isAlive()).isTrue();
    process.destroyForcibly();
  }
}
