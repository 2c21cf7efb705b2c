package dev.nacoscapacity.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class PasswordOptionsTest {

  @TempDir private Path folder;
  private int prompts;

  @Command
  private static final class Sample {
    @Mixin private final PasswordOptions password;

    Sample(PasswordOptions password) {
      this.password = password;
    }
  }

  @Test
  void shouldBeTheDefaultWhenNothingIsGiven() {
    assertThat(parsed(Map.of()).password()).isEqualTo("nacos");
  }

  @Test
  void shouldComeFromTheEnvironmentWhenOnlyThatHasOne() {
    assertThat(parsed(Map.of("NACOS_PASSWORD", "env")).password()).isEqualTo("env");
  }

  @Test
  void shouldBeAskedForOnceWhenTheOptionHasNoValue() {
    PasswordOptions options = parsed(Map.of("NACOS_PASSWORD", "env"), "--password");

    options.requireNoValue();
    assertThat(options.password()).isEqualTo("typed");
    assertThat(options.password()).isEqualTo("typed");
    assertThat(prompts).isOne();
  }

  @Test
  void shouldComeFromTheFileWithoutItsLineBreak() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), " s3 cret \n");

    assertThat(parsed(Map.of(), "--password-file", file.toString()).password())
        .isEqualTo(" s3 cret ");
  }

  @Test
  void shouldBeRefusedAndNotRepeatedWhenItStandsOnTheCommandLine() {
    for (String[] args : new String[][] {{"--password=hush"}, {"--password", "hush"}}) {
      assertThatThrownBy(parsed(Map.of(), args)::requireNoValue)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("NACOS_PASSWORD")
          .hasMessageContaining("--password-file")
          .hasMessageNotContaining("hush");
    }
  }

  private PasswordOptions parsed(Map<String, String> environment, String... args) {
    PasswordOptions options =
        new PasswordOptions(
            environment,
            () -> {
              prompts++;
              return "typed".toCharArray();
            });
    new CommandLine(new Sample(options)).parseArgs(args);
    return options;
  }
}
