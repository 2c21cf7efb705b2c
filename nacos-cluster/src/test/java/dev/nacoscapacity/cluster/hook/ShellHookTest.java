package dev.nacoscapacity.cluster.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
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

  private void run(String command, Duration limit) {
    ShellHook.start(command, folder).await(limit, Time.wall(), () -> {});
  }

  @Test
  void shouldRunInItsFolder() {
    run("echo done > x", LONG);

    assertThat(folder.resolve("x")).hasContent("done");
  }

  @Test
  void shouldShowTheLastLinesWithoutSecretsWhenItFails() {
    assertThatThrownBy(
            () ->
                run("for i in 1 2 3 4 5 6; do echo line $i; done; echo password=abc; exit 3", LONG))
        .isInstanceOf(HookException.class)
        .hasMessageContaining("exited with 3: line 3 | line 4 | line 5 | line 6 | password=hidden")
        .hasMessageNotContaining("line 2 |")
        .hasMessageNotContaining("abc");
  }

  @Test
  void shouldSayWhenItPrintedNothing() {
    assertThatThrownBy(() -> run("exit 1", LONG))
        .hasMessage("'exit 1' exited with 1: it printed nothing");
  }

  @Test
  void shouldEndItWithAllItStartedWhenItHangs() throws Exception {
    assertThatThrownBy(() -> run("echo $$ > pid; sleep 60 & wait", Duration.ofMillis(300)))
        .hasMessageContaining("was not done within 0 s and was given up");

    long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void shouldLeaveWhatItStartedInTheBackgroundAlone() throws Exception {
    run("sleep 60 & echo $! > pid", LONG);

    ProcessHandle left =
        ProcessHandle.of(Long.parseLong(Files.readString(folder.resolve("pid")).strip()))
            .orElseThrow();
    assertThat(left.isAlive()).isTrue();
    left.destroyForcibly();
  }

  @Test
  void shouldPutValuesInTheirPlaces() {
    Map<String, String> values =
        new TreeMap<>(Map.of("node", "nacos-0.nacos:8848", "ip", "10.0.0.1"));

    assertThat(ShellHook.filled("ssh {ip} 'kill {node}' ${HOME} {x}", values))
        .isEqualTo("ssh 10.0.0.1 'kill nacos-0.nacos:8848' ${HOME} {x}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0.0.1:8848", "0:0:0:0:0:0:0:1", "[fe80::1]:8848", "nacos_1.local", "5"})
  void shouldTakeNamesAndAddresses(String value) {
    assertThatCode(() -> ShellHook.filled("x {node}", Map.of("node", value)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a;reboot",
        "$(reboot)",
        "`reboot`",
        "a'b",
        "-rf",
        "a\nb",
        "{ip}",
        "a|b",
        "~"
      })
  void shouldRefuseWhatAShellWouldReadAsMoreThanAWord(String value) {
    assertThatThrownBy(() -> ShellHook.filled("x {node}", Map.of("node", value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("may not stand in a command");
  }
}
