package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChaosPlanCommandTest {

  @TempDir Path folder;

  @Test
  void shouldBeAbleToRunTheShippedPlan() {
    ChaosCli cli = ChaosCli.run("plan", "../plans/recovery.yaml", "--dry-run", "--scale", "0.025");

    assertThat(cli.err()).isEmpty();
    assertThat(cli.out().lines())
        .hasSize(8)
        .first()
        .asString()
        .startsWith("one node killed: 1.4.1, 5 nodes, auth on, heap 512m")
        .endsWith(
            "bin/chaos kill-node --target local --auth --nodes=1 --heal-after=30s"
                + " --drop-tolerance=60s --services=10 --beat=5s --list=5s --instances=750"
                + " --connections=15");
  }

  @Test
  void shouldBeAbleToRunThePlanOfTheCiExamples() {
    ChaosCli cli = ChaosCli.run("plan", "../docs/ci/gate.yaml", "--dry-run");

    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains("listP99Ms=1000,registerP99Ms=3000,registerFailedShare=0,loginFailedShare=0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes: many | 'many' is not a whole number",
        "nodes: 9 | --nodes 9 leaves none of 5 nodes to carry the load",
        "which: node9 | there is no 'node9': the nodes are node1 node2 node3 node4 node5"
      })
  void shouldNameThePlaceWhenAKillIsImpossible(String option, String complaint) throws IOException {
    ChaosCli cli = dryRun(option);

    assertThat(cli.err()).contains("p.yaml:4:20: ", complaint);
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldRefuseARowThatCannotBeRun() throws IOException {
    ChaosCli cli = dryRun("observe: 10s");

    assertThat(cli.err()).contains("p.yaml:4:", "observe is at least the stretch (30 s), not 10 s");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldPassOnlyApplicableBoundsToARowThatBreaksNodes() throws IOException {
    ChaosCli cli =
        dryRun("nodes: 1}\n    criteria: {dropped: 9", "criteria: {neverAppeared: 7, missing: 8}");

    assertThat(cli.out()).contains("--criteria=missing=8,dropped=9");
    assertThat(cli.exitCode()).isZero();
  }

  @Test
  void shouldRefuseABoundThatDoesNotApplyToARoundThatBreaksNodes() throws IOException {
    ChaosCli cli = dryRun("nodes: 1}\n    criteria: {neverAppeared: 9", "");

    assertThat(cli.err()).contains("p.yaml:5:", "neverAppeared judges no run in which nodes break");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  /** Of a plan with one row and this under {@code chaos}. */
  private ChaosCli dryRun(String chaos) throws IOException {
    return dryRun(chaos, "");
  }

  /** The same with another line at the end of the plan. */
  private ChaosCli dryRun(String chaos, String more) throws IOException {
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
        %s
        """
            .formatted(chaos, more));
    return ChaosCli.run("plan", plan.toString(), "--dry-run");
  }
}
