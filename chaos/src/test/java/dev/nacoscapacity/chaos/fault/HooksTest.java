package dev.nacoscapacity.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.hook.ShellCommand;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HooksTest {

  private static String remark() {
    return new Hooks.Commands(
            new ShellCommand("curl -uops:S3cret http://rack/{ip}"),
            new ShellCommand("sshpass -p 'a b' ssh {ip}"),
            Duration.ofSeconds(1),
            Path.of(""),
            line -> {})
        .remark()
        .text();
  }

  @Test
  void shouldRecordTheProgramsAlone() {
    assertThat(remark()).contains("'curl'", "'sshpass'").doesNotContain("S3cret");
  }
}
