package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            "bin/chaos kill-node --target local --auth --kill=1 --restart-after=30s"
                + " --drop-tolerance=60s --services=10 --beat=5s --list=5s --instances=750 --connections=15");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "many | 'many' is not a whole number",
        "9 | --kill 9 leaves none of 5 nodes to carry the load"
      })
  void shouldNameThePlaceWhenAKillIsImpossible(String kill, String complaint) throws IOException {
    Cli cli = dryRun("kill: " + kill);

    assertThat(cli.err()).contains("p.yaml:4:19: ", complaint);
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "which: node9 | there is no 'node9': the nodes are node1 node2 node3 node4 node5",
        "observe: 10s | observe is at least the stretch (30 s), not 10 s"
      })
  void shouldRefuseARowThatNoExperimentCouldMake(String option, String complaint)
      throws IOException {
    Cli cli = dryRun(option);

    assertThat(cli.err()).contains("p.yaml:4:", complaint);
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  /** Of a plan with one row and this under {@code chaos}. */
  private Cli dryRun(String chaos) throws IOException {
    Path plan = folder.resolve("p.yaml");
    Files.writeString(
        plan,
        """
        question: x
        rounds:
          - name: a
            chaos: {%s}
            loads:
              - {instances: 9}
        """
            .formatted(chaos));
    return Cli.run("plan", plan.toString(), "--dry-run");
  }
}
