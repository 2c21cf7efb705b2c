package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ChaosUsageIT {

  private static final Set<String> PICOCLIS_OWN = Set.of("help", "generate-completion");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | a command is missing",
        "burn-node | burn-node",
        "kill-node | --instances N is needed",
        "kill-node --instances 10 --threshold nonsense<1 | 'nonsense<1' is of no figure",
        "kill-node --instances 10 --threshold window>9s | --threshold window>=9s"
            + " judges no run",
        "run ../chaos/experiments/kill-node.yaml --instances 10 --threshold"
            + " dropped<=9,neverAppeared<=9 | --threshold neverAppeared<=9 judges no run",
        "kill-node --instances 10 --threshold undeliveredChanges<=9 | --threshold undeliveredChanges<=9"
            + " judges no run",
        "safe-capacity --from 10 --to 20 --duration 30s | --duration 30 s is too short for a"
            + " verdict",
        "run no-such --instances 10 | no experiment 'no-such': neither a file, nor one of"
            + " chaos/experiments/",
        "kill-node --instances 10 --shard 1/2 | --shard is for runs, and a search or an experiment",
        "safe-capacity --from 20 --to 100 --shard 1/2 | --shard is for runs, and a search",
        "kill-node --instances 10 --victims 0 | number of nodes is 1 or more, not 0",
        "kill-node --instances 10 --victims 2 --which node1 | node1 names 1 node, and 2",
        "kill-node --instances 10 --which node1,,node2 | --which is leader, follower, random, each"
            + " or nodes such as node1,node3, not 'node1,,node2'",
        "kill-node --instances 10 --heal-after soon | 'soon' is not a duration",
        "kill-node --instances 10 --repeat 0 | --repeat is 1 or more",
        "kill-node --instances 10 --recovery-timeout 5s | not 5 s: make --recovery-timeout longer, or --steady-duration",
        "kill-node --instances 10 --which each --heal-after end | each heals: add --heal-after 30s",
        "kill-node --instances 10 --target 127.0.0.1:1 | --break-cmd COMMAND and --heal-cmd"
            + " COMMAND",
        "kill-node --instances 10 --break-cmd x --heal-cmd y | that this project did not start:"
            + " leave",
        "kill-node --instances 10 --target 127.0.0.1:1 --break-cmd x | write --heal-cmd true where",
        "kill-node --instances 10 --target 127.0.0.1:1 --heal-cmd x | --heal-cmd needs --break-cmd",
        "kill-node --instances 10 --target 127.0.0.1:1 --break-cmd x --heal-cmd y --victims 2 | the"
            + " cluster has 1 node, so 2",
        "kill-node --instances 10 --target 192.0.2.1:8848 --break-cmd x --heal-cmd y | add --yes if"
            + " that is meant",
        "kill-node --instances 10 --target 192.0.2.1:8848 --break-cmd x --heal-cmd y --repeat 2 |"
            + " add --yes",
        "slow-node --instances 10 --target 127.0.0.1:1 --break-cmd x --heal-cmd y | done by"
            + " proxies: leave them out",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 2.2.4 --target 127.0.0.1:1 --break-cmd x"
            + " --heal-cmd y | write rolling-restart with a --heal-cmd",
        "kill-node --instances 10 --victims 9 | the cluster has 5 nodes, so 9 cannot be broken at"
            + " once",
        "pause-node --instances 10 --which node9 | there is no 'node9': the nodes are node1 node2",
        "pause-node --instances 10 --victims 5 --which follower | the cluster has 4 followers, so 5"
            + " cannot",
        "slow-node --instances 10 --latency 0ms | needs a latency above 0",
        "partition --instances 10 | run bin/nacos-cluster up --network-per-node",
        "partition --instances 10 --victims 2 --which node1 | node1 names 1 node, and 2",
        "kill-node --instances 10 --target local --tls | are for a registry of yours, --target"
            + " HOST",
        "slow-node --instances 10 --target 127.0.0.1:1 --entry 127.0.0.1:2 | --entry sends clients"
            + " to",
        "partition --instances 10 --target embedded --tls | are for a registry of yours",
        "run ../chaos/experiments/rolling-restart.yaml --instances 10 --tls-ca x | need --tls",
        "safe-capacity --from 20 --to 100 --target 127.0.0.1:1 --break-cmd x --heal-cmd y --tls"
            + " --tls-ca no-such.pem | there is no file",
        "rolling-upgrade --instances 10 --from-version 1.4.1 | --to-version=VERSION",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 9.9 | 9.9",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 1.4.1 | upgraded to another version",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version embedded | no version of the server",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 2.2.4 | use --target local",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 2.2.4 --target model | use --target"
            + " local",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 2.2.4 --target local --protocol grpc |"
            + " grpc",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 2.2.4 --target local --clients-follow |"
            + " write for example --protocol http=1,grpc=0",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 2.2.4 --target local --clients-follow"
            + " --protocol http=0.5,grpc=0.5 | grpc needs nodes that know it",
        "rolling-upgrade --instances 10 --from-version 1.4.1 --to-version 2.2.4 --repeat 2 | start each trial anew",
        "safe-capacity --victims 1 --from 200 | --to",
        "safe-capacity --victims 1 --from 200 --to 100 | --to is above --from",
        "safe-capacity --from 20 --to 100 --instances 5 | leave it out",
      })
  void shouldExit64WithOneLineThatNamesFaultAndMend(String arguments, String complaint) {
    ChaosCli cli = ChaosCli.run(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(cli.err()).contains(complaint);
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(64);
    assertThat(cli.err().lines()).hasSize(1);
    assertThat(cli.out()).isEmpty();
  }

  @Test
  void shouldCallNoNodeOfAnotherMachineWithoutConsentWhenASearchIsRefused() {
    ChaosCli cli =
        ChaosCli.run(
            "safe-capacity",
            "--from=10",
            "--to=20",
            "--target=192.0.2.1:8848",
            "--break-cmd=x",
            "--heal-cmd=y",
            "--out=" + folder.resolve("search"));

    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(64);
    assertThat(cli.err()).contains("add --yes").doesNotContain("does not answer");
  }

  @Test
  void shouldBlameTheProfileForItsBoundThatJudgesNoTrial() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"),
            "services: [{name: all, count: 4, instances: 10}]\nthreshold: window>=9s\n");

    ChaosCli cli = ChaosCli.run("kill-node", "--profile", file.toString());

    assertThat(cli.exitCode()).isEqualTo(64);
    assertThat(cli.err())
        .startsWith(file + ": threshold window>=9s judges no run in which nodes break")
        .doesNotContain("--threshold");
  }

  @Test
  void shouldNamePlaceInAFileThatIsNoExperiment() throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), "name: x\nmethod:\n  - fualt: kill\n");

    ChaosCli cli = ChaosCli.run("run", file.toString(), "--instances", "10");

    assertThat(cli.exitCode()).isEqualTo(64);
    assertThat(cli.err()).contains("x.yaml:3:5: unknown key 'fualt'");
  }

  @Test
  void shouldRefuseAMethodWhoseSecondStepFindsTooFewNodesLeft() throws IOException {
    String slow = "  - {fault: slow, victims: 3, latency: 9ms}\n";
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"), "name: x\nheal: {after: end}\nmethod:\n" + slow + slow);

    ChaosCli cli = ChaosCli.run("run", file.toString(), "--instances", "10");

    assertThat(cli.exitCode()).isEqualTo(64);
    assertThat(cli.err()).contains("of which 3 are broken until the end");
  }

  @Test
  void shouldTellTheExitCodesOfASearch() {
    assertThat(ChaosCli.run("safe-capacity", "--help").out()).contains("Exit codes: 0 found");
  }

  @Test
  void shouldGiveAnExampleInTheHelpOfEveryCommand() {
    CommandLine line = ChaosMain.commandLine(System.out, System.err);
    for (String command : line.getSubcommands().keySet()) {
      ChaosCli cli = ChaosCli.run(command, "-h");
      assertThat(cli.exitCode()).isZero();
      if (!PICOCLIS_OWN.contains(command)) {
        assertThat(cli.out()).contains("Example:", "bin/chaos " + command);
      }
    }
  }

  @Test
  void shouldNameItselfInTheVersionOfEveryCommand() {
    CommandLine line = ChaosMain.commandLine(System.out, System.err);
    line.getSubcommands().keySet().stream()
        .filter(command -> !command.equals("help"))
        .forEach(command -> assertThat(ChaosCli.run(command, "-V").out()).startsWith("chaos 0."));
    assertThat(ChaosCli.run("--version").out()).startsWith("chaos 0.");
  }

  @Test
  void shouldCompleteTheCommandsOfAShell() {
    assertThat(ChaosCli.run("generate-completion").out())
        .contains("complete", "kill-node", "--heal-after");
  }
}
