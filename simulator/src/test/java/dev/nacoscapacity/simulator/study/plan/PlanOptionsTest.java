package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.simulator.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlanOptionsTest {

  @TempDir Path folder;

  @Test
  void shouldNameThePlansOfAFolder() throws IOException {
    for (String name : new String[] {"recovery.yaml", "auth-cost.yaml", "README.md"}) {
      Files.createFile(folder.resolve(name));
    }

    assertThat(PlanOptions.names(folder)).containsExactly("auth-cost", "recovery");
    assertThat(PlanOptions.names(folder.resolve("nowhere"))).isEmpty();
  }

  @Test
  void shouldSayWhereItLookedForAPlanThatIsNone() {
    PlanOptions options = new PlanOptions();
    new CommandLine(options).parseArgs("nonsense");

    assertThatThrownBy(options::source)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("no plan 'nonsense': neither a file, nor one of plans/");
  }
}
