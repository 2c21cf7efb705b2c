package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialCaveatsTest {

  @TempDir private Path folder;

  private static ExperimentSpec spec(String experiment) {
    return ExperimentFile.read(Path.of("experiments", experiment + ".yaml"));
  }

  private static Registry withStale(int stale) {
    RegistryStats listed = new RegistryStats();
    listed.set(RegistryCount.STALE, (long) stale);
    return new Registry(Map.of("node1", listed), 0, null, true, 0, 0, 0);
  }

  @Test
  void shouldTellOfTheLossOfTheQuorumOnly() {
    assertThat(TrialCaveats.of(spec("kill-two"), 5)).isEmpty();
    assertThat(TrialCaveats.of(spec("kill-two"), 4))
        .containsExactly(
            "2 of 4 nodes at once is the loss of the quorum: no raft leader until enough are back");
  }

  @Test
  void shouldTellOfAnUpgradeThatNacosDoesNotSupport() throws IOException {
    assertThat(TrialCaveats.of(spec("rolling-upgrade"), 5)).isEmpty();

    String supported = Files.readString(Path.of("experiments", "rolling-upgrade.yaml"));
    Path other = folder.resolve("other.yaml");
    Files.writeString(other, supported.replace("to: 2.0.4", "to: 2.2.4"));

    assertThat(TrialCaveats.of(ExperimentFile.read(other), 5))
        .containsExactly(
            "Nacos does not support an upgrade from 1.4.1 to 2.2.4, node by node: this is what such a"
                + " cluster does");
  }

  @Test
  void shouldTellWhichSideOfAPartitionCanChooseALeader() {
    assertThat(TrialCaveats.of(spec("partition"), 5))
        .singleElement()
        .asString()
        .endsWith("only the larger can choose a raft leader until the heal");
    assertThat(TrialCaveats.of(spec("partition"), 4))
        .singleElement()
        .asString()
        .contains("neither");
  }

  @Test
  void shouldTellHowManyInstancesADeadNodesCopiesStillList() {
    assertThat(TrialCaveats.leftBehind(withStale(1_091)))
        .hasValueSatisfying(remark -> assertThat(remark).contains("up to 1,091 of its instances"));
    assertThat(TrialCaveats.leftBehind(withStale(0))).isEmpty();
    assertThat(TrialCaveats.leftBehind(null)).isEmpty();
  }
}
