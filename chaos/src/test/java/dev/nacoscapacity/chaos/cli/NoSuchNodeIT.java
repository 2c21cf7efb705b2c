package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only the opened cluster can tell: that there are no such nodes to break. */
class NoSuchNodeIT {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kill-node --instances 10 --kill 6 | there are 5 nodes, so 6 cannot be broken",
        "pause-node --instances 10 --which node9 | there is no 'node9': the nodes are node1",
        "pause-node --instances 10 --pause 5 --which follower | there are 4 followers, so 5"
      })
  void shouldExit64WithoutBreakingAnything(String arguments, String complaint) {
    Cli cli = Cli.run(arguments.split(" "));

    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(64);
    assertThat(cli.err()).contains(complaint);
    assertThat(cli.out()).isEmpty();
  }
}
