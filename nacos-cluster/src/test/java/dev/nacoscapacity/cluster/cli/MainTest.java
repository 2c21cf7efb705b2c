package dev.nacoscapacity.cluster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import sun.misc.Signal;

class MainTest {

  private static final Set<String> PICOCLIS_OWN = Set.of("help", "generate-completion");

  @TempDir private Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource({
    "'', a command is missing",
    "bogus, bogus",
    "up --bogus, --bogus",
    "up --nodes 0, nodes is 1 to 50",
    "up --nodes many, many",
    "up --nacos-version 9, is not 1.4.1 or 2.0.4 or 2.2.4 or 2.5.0 or 3.1.0 or embedded; other",
    "up --nacos-version 2.5.0 --home /tmp, --home",
    "up --home /nowhere, 'there is no Nacos server in /nowhere: name the folder'",
    "up --heap 768, 768m",
    "up --base-port 1, base port",
    "up --set novalue, novalue",
    "up --auth-cache on, add --auth",
    "up --tuning bogus, bogus",
    "up --cores 0.05, 'the processors of a node are 0.1 to 256'",
    "up --nacos-version embedded --tuning published, leave it out",
    "up --nacos-version embedded --set a=b, 'a stand-in has no setting ''a'', only'",
    "up --nacos-version embedded --set stand-in.v1=few, 'stand-in.v1 is one of'",
    "kill, NODE",
    "logs node1 -n -1, -n is 0 or more"
  })
  void shouldExit64WithOneLineWhenUsedWrongly(String arguments, String named) {
    assertThat(run(arguments)).isEqualTo(64);
    assertThat(err.toString()).contains(named, "--help").hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"status", "kill node1", "pause node1", "resume node1", "start node1", "heal"})
  void shouldExit2WhenThereIsNoCluster(String arguments) {
    assertThat(run(arguments)).isEqualTo(2);
    assertThat(err.toString()).contains("there is no cluster", "up").hasLineCount(1);
  }

  @Test
  void shouldHaveNothingToDoWhenThereIsNoClusterToTakeDown() {
    assertThat(run("down")).isZero();
    assertThat(out.toString()).contains("no cluster");
  }

  @Test
  void shouldExit2WhenThereIsNoLog() {
    assertThat(run("logs node1")).isEqualTo(2);
    assertThat(err.toString()).contains("no log of 'node1'");
  }

  @Test
  void shouldExit2WhenJarsAreMissing() {
    // Below those of outgoing connections, of which one could take the port.
    assertThat(run("up --nodes 1 --base-port 24567")).isEqualTo(2);
    assertThat(err.toString())
        .contains("the server of Nacos 1.4.1 is missing in", "mvn ")
        .hasLineCount(1);
  }

  @Test
  void shouldGiveAnExampleInTheHelpOfEveryCommand() {
    CommandLine line = commandLine();
    assertThat(line.getSubcommands().keySet())
        .containsExactlyInAnyOrder(
            "up status logs install kill pause resume start heal down help generate-completion"
                .split(" "));
    for (String command : line.getSubcommands().keySet()) {
      out.reset();
      assertThat(run(command + " -h")).isZero();
      if (!PICOCLIS_OWN.contains(command)) {
        assertThat(out.toString()).contains("Example:", "  bin/nacos-cluster " + command);
      }
    }
  }

  @Test
  void shouldPrintItsVersionThoughUpHasOneOfItsOwn() {
    assertThat(run("up -V")).isZero();
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).hasLineCount(2).contains("nacos-cluster 0.1.0 (");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldSayThatASignalInterruptedTheStartWhateverBecameOfIt(boolean fails) {
    Main main = (Main) commandLine().getCommandSpec().userObject();

    assertThatThrownBy(
            () ->
                main.starting(
                    () -> {
                      awaitSignal();
                      if (fails) {
                        throw new IllegalStateException("half started");
                      }
                      return "started";
                    }))
        .isInstanceOf(ClusterException.class)
        .hasMessage("interrupted");
  }

  private static void awaitSignal() {
    Signal.raise(new Signal("TERM"));
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int run(String arguments) {
    return commandLine().execute(arguments.isEmpty() ? new String[0] : arguments.split(" "));
  }

  private CommandLine commandLine() {
    return Main.commandLine(
        new LocalClusters(home, home.resolve("state"), message -> {}),
        new PrintStream(out),
        new PrintStream(err));
  }
}
