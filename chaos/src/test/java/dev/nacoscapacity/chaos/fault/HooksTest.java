package dev.nacoscapacity.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.hook.ShellCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HooksTest {

  private static String remark(Optional<String> label) {
    return new Hooks.Commands(
            new ShellCommand("curl -uops:S3cret http://rack/{ip}"),
            new ShellCommand("sshpass -p 'a b' ssh {ip}"),
            label,
            Duration.ofSeconds(1),
            Path.of(""),
            line -> {})
        .remark()
        .text();
  }

  @Test
  void shouldRecordTheProgramsAndWhatTheOperatorCallsThem() {
    assertThat(remark(Optional.empty())).contains("'curl'", "'sshpass'").doesNotContain("S3cret");
    assertThat(remark(Optional.of("power off"))).contains("'curl' (power off)", "'sshpass'");
  }
}
