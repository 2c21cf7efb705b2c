package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.hook.Operator;
import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.simulator.target.Address;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ExternalClusterTest {

  private static final String TARGET = "127.0.0.1:1,127.0.0.1:2,127.0.0.1:3";
  private static final PlanRow OFF = row(3, false);
  private static final PlanRow ON = row(3, true);

  @TempDir private Path folder;
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final List<String> lines = new ArrayList<>();
  private final List<String> checked = new ArrayList<>();
  private final ByteArrayOutputStream prompt = new ByteArrayOutputStream();

  /** What the nodes differ by, check after check; nothing once it is used up. */
  private final List<String> differences = new ArrayList<>();

  private boolean stopped;

  private static PlanRow row(int nodes, boolean auth) {
    ClusterSpec spec = ClusterSpec.of(ServerVersion.V2_2_4, nodes).withAuth(auth);
    return new PlanRow("a", null, spec, Map.of("instances", "9"), Map.of(), Map.of(), null);
  }

  private ExternalCluster asking() {
    return cluster(Optional.empty(), time);
  }

  private ExternalCluster running(String command) {
    return cluster(Optional.of(command), Time.wall());
  }

  private ExternalCluster cluster(Optional<String> command, Time in) {
    // A person who presses Enter for every confirmation.
    InputStream enter =
        new InputStream() {
          private boolean pressed;

          @Override
          public int available() {
            pressed = !stopped && !pressed && prompt.size() > 0;
            return pressed ? 1 : 0;
          }

          @Override
          public int read() {
            return '\n';
          }
        };
    return new ExternalCluster(
        TARGET,
        new ExternalCluster.Change(
            command.map(ShellCommand::new),
            new Operator(enter, new PrintStream(prompt, true, StandardCharsets.UTF_8))),
        (spec, nodes) -> {
          checked.add(nodes.size() + " nodes, auth " + spec.auth());
          return differences.isEmpty() ? Optional.empty() : Optional.of(differences.remove(0));
        },
        in,
        lines::add,
        () -> stopped);
  }

  private String prompt() {
    String text = prompt.toString(StandardCharsets.UTF_8);
    prompt.reset();
    return text;
  }

  @Test
  void shouldAskForWhatARowNeedsOnceForRowsThatNeedTheSame() {
    ExternalCluster cluster = asking();

    assertThat(cluster.prepare(1, OFF)).isTrue();
    assertThat(prompt()).contains("row 1 asks for 2.2.4, 3 nodes, auth off, heap 768m");
    assertThat(cluster.prepare(2, OFF)).isTrue();
    assertThat(prompt()).isEmpty();
    assertThat(cluster.prepare(3, ON)).isTrue();
    assertThat(prompt()).contains("row 3 asks for", "auth on", TARGET);
    assertThat(checked).hasSize(3).endsWith("3 nodes, auth true");
  }

  @Test
  void shouldPutARowOfFewerNodesOnTheFirstOfThem() {
    ExternalCluster cluster = asking();

    cluster.prepare(1, row(2, false));

    assertThat(checked).containsExactly("2 nodes, auth false");
    assertThat(cluster.target(row(2, false))).isEqualTo("127.0.0.1:1,127.0.0.1:2");
  }

  @Test
  void shouldWaitForNodesThatAreStillStarting() {
    differences.addAll(List.of("a is unreachable", "a is unreachable"));

    assertThat(asking().prepare(1, OFF)).isTrue();

    assertThat(lines).containsExactly("waiting, since a is unreachable");
    assertThat(checked).hasSize(3);
  }

  @Test
  void shouldNotRunARowOnAClusterThatIsNotWhatItAsksFor() {
    for (int i = 0; i < 1_000; i++) {
      differences.add("auth is off on a, and the row asks for it on");
    }
    ExternalCluster cluster = asking();

    assertThat(cluster.prepare(1, ON)).isFalse();

    assertThat(lines)
        .endsWith("row 1 cannot run on this cluster: auth is off on a, and the row asks for it on");
    differences.clear();
    prompt();
    assertThat(cluster.prepare(1, ON)).isTrue();
    assertThat(prompt()).as("again").contains("row 1 asks for");
  }

  @Test
  void shouldRunTheCommandWithWhatTheRowNeeds() {
    Path file = folder.resolve("made");
    ExternalCluster cluster =
        running("echo {row} {version} {nodes} {auth} {auth-cache} {heap} > " + file);

    assertThat(cluster.prepare(4, ON)).as(lines.toString()).isTrue();

    assertThat(file).hasContent("4 2.2.4 3 on off 768m");
    assertThat(prompt()).isEmpty();
  }

  @Test
  void shouldSayWhatACommandThatFailsPrinted() throws Exception {
    assertThat(running("seq 7 7; exit 4").prepare(1, ON)).isFalse();

    assertThat(lines)
        .endsWith(
            "--reconfigure-cmd 'seq' printed: 7",
            "row 1 cannot run: --reconfigure-cmd 'seq' exited with 4");
    assertThat(checked).isEmpty();
    assertThat(Files.list(folder)).isEmpty();
  }

  @Test
  void shouldNotWaitForAClusterThatTheCommandLeavesAsItIs() {
    differences.addAll(List.of("auth is off on a", "auth is off on a"));

    assertThat(running("true").prepare(1, ON)).isFalse();

    assertThat(checked).hasSize(1);
    assertThat(lines).endsWith("row 1 cannot run on this cluster: auth is off on a");
  }

  @Test
  void shouldStopAskingWhenThePlanIsInterrupted() {
    stopped = true;

    assertThat(asking().prepare(1, ON)).isFalse();

    assertThat(lines).containsExactly("row 1 cannot run: the plan was interrupted");
  }

  @Test
  void shouldNeedAsManyNodesAsTheLargestRow() {
    Plan plan = new Plan("?", List.of(OFF, row(5, false)));

    assertThatThrownBy(() -> ExternalCluster.require(plan, TARGET, true, Address.Names.LOOKED_UP))
        .isInstanceOf(UsageException.class)
        .hasMessage("--target names 3 nodes, and a row of this plan is for 5: name them all");
  }

  @Test
  void shouldNotTouchAClusterOnOtherMachinesUnlessThatIsMeant() {
    Plan plan = new Plan("?", List.of(row(1, false)));
    String other = "192.0.2.1:8848";

    assertThatThrownBy(() -> ExternalCluster.require(plan, other, false, Address.Names.LOOKED_UP))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("add -- --yes if that is meant");
    assertThatCode(() -> ExternalCluster.require(plan, other, true, Address.Names.LOOKED_UP))
        .doesNotThrowAnyException();
    assertThatCode(() -> ExternalCluster.require(plan, TARGET, false, Address.Names.LOOKED_UP))
        .as("loopback, one is enough")
        .doesNotThrowAnyException();
  }
}
