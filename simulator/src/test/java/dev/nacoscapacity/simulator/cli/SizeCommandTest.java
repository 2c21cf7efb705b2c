package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.study.size.SizeStudy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slow nodes and few instances: a search of a second. */
@Execution(ExecutionMode.CONCURRENT)
class SizeCommandTest {

  @TempDir private Path parent;

  private Cli size(String... more) {
    List<String> args =
        new ArrayList<>(List.of("size", "--duration=5s", "--threshold=window>=5s", "--speed=0.05"));
    args.add("--out=" + parent.resolve("study"));
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  @Test
  void shouldFindTheSmallestClusterAndLeaveAStudyWithItsModel() throws IOException {
    Cli cli = size("--instances=72", "--nodes=3", "--survive=1", "--auth");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.OK);
    String stamp = Prediction.words().text();
    for (List<String> lines : List.of(cli.err().lines().toList(), cli.out().lines().toList())) {
      assertThat(lines).startsWith(stamp).endsWith(stamp);
    }
    assertThat(cli.out())
        .contains("3 nodes (2-core, heap 1g)", "1 of its nodes dead", "What breaks first beyond")
        .contains("Plan with at most", "The nearest published cluster is alibaba/nacos issue 7302")
        .contains("of 1.4.1 that the costs do not come from");
    Path folder = parent.resolve("study");
    Study study = Study.read(folder);
    assertThat(study.kind()).isEqualTo(SizeStudy.KIND);
    assertThat(study.runs()).hasSize(4);
    assertThat(study.sentence().arguments()).containsKey("published");
    String beyond = study.runs().get(3);
    assertThat(Files.readString(folder.resolve(beyond + "-model.yaml")))
        .contains("nodes: 3\n", "{cores: 2, speed: 0.050000}\n", "heap: 1g\n")
        .contains("behaviour: {lostRegistration: off");
    // Registering all at once would fill nodes that are large enough.
    assertThat(RunFolder.open(folder.resolve(study.runs().get(2))).run().workload().timing().ramp())
        .hasSeconds(60);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("data-plot=\"clusters\"", "3 nodes (2-core, heap 1g)");
  }

  @Test
  void shouldSayInALineThatNothingPassesAndWhatBreaksTheLargest() {
    Cli cli = size("--instances=400", "--nodes=1", "--cores=1");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.FAIL);
    assertThat(cli.out().lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith(
                        "None of the clusters is large enough for 400 instances: the largest that"
                            + " was tried, 1 node (1-core, heap 1g),")
                    .contains(" % of its processors (1)"));
  }

  @Test
  void shouldSizeForGrpcAndRefuseToWriteOverAStudy() {
    Cli cli = size("--instances=60", "--nodes=3", "--cores=4", "--protocol=grpc", "--subscribe=2");

    assertThat(cli.exitCode()).as(cli.err() + cli.out()).isEqualTo(ExitCode.OK);
    assertThat(cli.out())
        .contains("over grpc, auth off; 2.2.4, costs nacos-2.2.4", "Registrations and copies that");
    Path run = parent.resolve("study").resolve("count-3");
    assertThat(RunFolder.open(run).run().workload().clients().overGrpc().orElseThrow().subscribe())
        .isEqualTo(2);

    Cli again = size("--instances=60", "--nodes=3");

    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).contains("holds a study already: name another folder");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--nodes=3..|--nodes is a number such as 5, or a range such as 3..9, not '3..'",
        "--nodes=9..3|--nodes is 1 to 50, the smaller first, not '9..3'",
        "--cores=0|--cores is 1 to 256, not 0",
        "--heap=8|--heap is a size from 64m to 1024g such as 768m or 8g, not '8'",
        "--heap=32m|--heap is a size from 64m to 1024g such as 768m or 8g, not '32m'",
        "--speed=0.01|--speed is 0.05 to 20, not 0.01",
        "--survive=5|--survive 5 leaves no majority of 9 nodes, without which raft stops: write"
            + " --nodes 11 or more",
        "--survive=25|--survive is 0 to 24, since a cluster has 50 nodes at most; not 25",
        "--survive=2000000000|--survive is 0 to 24, since a cluster has 50 nodes at most; not"
            + " 2000000000",
        "--duration=20s|--duration 20 s is too short for a verdict, which asks for 30 s, so no run"
            + " could decide: make it longer, or add --threshold 'window>=20s'",
        "--subscribe=5|--subscribe asks for UDP pushes over http, which no modelled node sends:"
            + " leave it out, or use --protocol grpc",
        "--costs=no.yaml|--costs: there is no cost file 'no.yaml': it is one of nacos-1.4.1,"
            + " nacos-2.2.4, nacos-2.5.0, nacos-3.1.0, or a file",
        "--auth-cache=on|--auth-cache on needs --auth",
      })
  void shouldRefuseWhatCannotBe(String option, String complaint) {
    Cli cli = Cli.run("size", "--instances=100", option, "--out=" + parent.resolve("study"));

    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err().lines()).contains(complaint);
  }
}
