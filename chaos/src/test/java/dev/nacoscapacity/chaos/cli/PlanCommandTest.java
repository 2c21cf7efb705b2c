package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {

  @TempDir Path folder;

  @Test
  void shouldBeAbleToRunTheShippedPlan() {
    Cli cli = Cli.run("plan", "../plans/recovery.yaml", "--dry-run", "--scale", "0.025");

    assertThat(cli.err()).isEmpty();
    assertThat(cli.out().lines())
        .hasSize(8)
        .first()
        .asString()
        .startsWith("one node killed: 1.4.1, 5 nodes, auth on, heap 512m")
        .endsWith(
            "bin/chaos kill-node --target local --auth --kill=1 --restart-after=30s --services=10"
                + " --beat=5s --list=5s --instances=750 --connections=15");
  }

  @Test
  void shouldNameThePlaceWhenAKillIsImpossible() throws IOException {
    Path plan = folder.resolve("p.yaml");
    Files.writeString(
        plan,
        """
        question: x
        rounds:
          - name: a
            chaos: {kill: many}
            loads:
              - {instances: 9}
        """);

    Cli cli = Cli.run("plan", plan.toString(), "--dry-run");

    assertThat(cli.err()).contains("p.yaml:4:12: ", "'many' is not a whole number");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
