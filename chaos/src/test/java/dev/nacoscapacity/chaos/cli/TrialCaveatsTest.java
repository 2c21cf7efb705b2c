package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.SampleExperiments;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialCaveatsTest {

  @TempDir private Path folder;

  private static ExperimentSpec spec(String experiment) {
    return ExperimentFile.read(Path.of("experiments", experiment + ".yaml"));
  }

  private static RegistryResult withStale(int stale) {
    RegistryStats listed = new RegistryStats();
    listed.set(RegistryCount.STALE, (long) stale);
    return new RegistryResult(Map.of("node1", listed), 0, null, true, 0, 0, 0, null);
  }

  /** Apart by a line each. */
  private static String caveats(ExperimentSpec spec, int nodes, boolean hooked) {
    return TrialCaveats.of(spec, nodes, hooked).stream()
        .map(Message::text)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void shouldWarnOnlyWhenTheQuorumIsLost() {
    assertThat(caveats(spec("kill-two"), 5, false)).isEmpty();
    assertThat(caveats(spec("kill-two"), 4, false)).contains("2 of 4 nodes", "quorum");
  }

  @Test
  void shouldNotWarnOfALostQuorumWhenOnlyClientsAreAffected() {
    ExperimentStep slow =
        new ExperimentStep(
            FaultKind.BLACKHOLE, 3, NodeChoice.RANDOM, Duration.ZERO, NetworkConditions.BLACKHOLE);

    assertThat(caveats(SampleExperiments.of(Duration.ofSeconds(30), slow), 5, false)).isEmpty();
  }

  @Test
  void shouldSumUpDownNodesWhenAllAreHealedAtTheEnd() {
    ExperimentStep kill = ExperimentStep.of(FaultKind.KILL, 1, NodeChoice.RANDOM);

    assertThat(caveats(SampleExperiments.of(Duration.ofSeconds(30), kill, kill), 3, false))
        .isEmpty();
    assertThat(caveats(SampleExperiments.of(null, kill, kill), 3, false))
        .contains("2 of 3 nodes", "quorum");
  }

  @Test
  void shouldWarnThatHooksIsolateEachNode() {
    ExperimentStep three = ExperimentStep.of(FaultKind.PARTITION, 3, NodeChoice.RANDOM);
    ExperimentStep two = ExperimentStep.of(FaultKind.PARTITION, 2, NodeChoice.RANDOM);

    assertThat(caveats(SampleExperiments.of(Duration.ofSeconds(30), three), 5, true))
        .contains("3 of 5 nodes", "no side");
    assertThat(caveats(SampleExperiments.of(Duration.ofSeconds(30), two), 5, true))
        .contains("only the other side");
  }

  @Test
  void shouldWarnOfAnUpgradeThatNacosDoesNotSupport() throws IOException {
    assertThat(caveats(spec("rolling-upgrade"), 5, false)).isEmpty();

    String supported = Files.readString(Path.of("experiments", "rolling-upgrade.yaml"));
    Path other = folder.resolve("other.yaml");
    Files.writeString(other, supported.replace("to-version: 2.0.4", "to-version: 2.2.4"));

    assertThat(caveats(ExperimentFile.read(other), 5, false)).contains("1.4.1", "2.2.4");
  }

  @Test
  void shouldSayWhichSideOfAPartitionCanElectALeader() {
    assertThat(caveats(spec("partition"), 5, false)).contains("only the larger");
    assertThat(caveats(spec("partition"), 4, false)).contains("neither");
  }

  @Test
  void shouldSayHowManyInstancesCopiesOfADeadNodeStillList() {
    assertThat(TrialCaveats.leftBehind(withStale(1_091)).map(Message::text))
        .hasValueSatisfying(remark -> assertThat(remark).contains("1,091"));
    assertThat(TrialCaveats.leftBehind(withStale(0))).isEmpty();
  }
}
