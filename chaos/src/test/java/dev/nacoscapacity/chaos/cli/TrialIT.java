package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.RunFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Trials on a stand-in in this process, side by side: that real sockets and proxies do what {@code
 * TrialTest} takes for granted. What verdict they come to depends on how busy the machine is; what
 * they did, and that they mended it, does not.
 */
@Timeout(480)
@Execution(ExecutionMode.CONCURRENT)
class TrialIT {

  @TempDir private Path folder;

  private ChaosCli trial(String command, String... more) {
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.addAll(List.of("--instances", "30", "--warmup", "1s", "--beat", "2s", "--list", "2s"));
    args.addAll(List.of("--registration-grace", "3s"));
    args.addAll(List.of("--steady-duration", "3s", "--recovery-timeout", "40s"));
    args.addAll(List.of("--out", folder.resolve("run").toString()));
    args.addAll(List.of(more));
    return ChaosCli.run(args.toArray(String[]::new));
  }

  private Experiment experiment(ChaosCli cli) {
    RunFolder run = RunFolder.open(folder.resolve("run"));
    assertThat(cli.exitCode())
        .as(cli.err() + cli.out())
        .isEqualTo(run.run().verdict().status().exitCode());
    assertThat(cli.out()).contains("Experiment: " + run.run().experiment().design().name());
    return run.run().experiment();
  }

  @Test
  void shouldKillWatchAndRestartANode() {
    // So late that the nodes of a busy machine, too, notice the death before.
    ChaosCli cli = trial("kill-node --which node2 --heal-after 15s");

    Experiment experiment = experiment(cli);
    Fault fault = experiment.faults().get(0);
    assertThat(fault.node()).isEqualTo("node2");
    assertThat(fault.exitAt()).isLessThanOrEqualTo(fault.portClosedAt());
    assertThat(fault.healAt()).isGreaterThan(fault.portClosedAt());
    assertThat(fault.ownedInstances()).isNotNull();
    assertThat(experiment.baseline()).isNotNull();
    assertThat(experiment.effects().detection().get(0).serverSeconds()).isNotNull();
    assertThat(experiment.effects().rejoin().get(0).processSeconds()).isNotNull();
    assertThat(experiment.effects().rejoin().get(0).upSeconds()).isNotNull();
    List<Event> faults =
        RunFolder.open(folder.resolve("run")).events().stream()
            .filter(event -> event.kind().equals(Event.FAULT))
            .toList();
    assertThat(faults)
        .extracting(event -> event.fields().get("state"))
        .containsExactly("begun", "healed");
  }

  @Test
  @Tag("full")
  void shouldCutClientsOffByAProxyAndLeaveTheNodesAlone() {
    ChaosCli cli = trial("blackhole-node --which node1 --reset --heal-after 15s");

    Experiment experiment = experiment(cli);
    assertThat(experiment.faults().get(0).exitAt()).isNull();
    assertThat(experiment.effects().detection().get(0).clientSeconds()).isNotNull();
    assertThat(experiment.effects().detection().get(0).serverSeconds())
        .as("no node noticed")
        .isNull();
  }
}
