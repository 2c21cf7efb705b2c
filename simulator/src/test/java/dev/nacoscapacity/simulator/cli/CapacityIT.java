package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.StandIns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A search as a process, with short trials: its logic has tests of its own. */
@Timeout(180)
@Tag("full")
class CapacityIT {

  /** On a busy machine calls are late: a trial that failed for it would change what comes next. */
  private static final String ANYTHING_PASSES =
      "achieved>=1%,failed<=100%,beat.p99<=1m,lag.p99<=1m,gcPause<=1m,contention<=100%,dropped<=20,"
          + "missing<=20,unhealthy<=20,unknownInstanceBeats<=20,stale<=20,divergent<=20,unknown<=20";

  @TempDir private Path folder;

  private SimulatorProcess search(StandInCluster cluster) throws IOException {
    return SimulatorProcess.start(
        folder,
        "exec \"$@\"",
        List.of(
            "capacity --target",
            ShortRuns.target(cluster),
            "--from 10 --to 20 --out study --beat 1s --list 1s --warmup 1s",
            // Longer than a busy machine takes to deliver the signal that is to interrupt a trial.
            "--duration 15s --threshold",
            "window>=15s," + ANYTHING_PASSES));
  }

  @Test
  void shouldResumeAfterItsLastTrialWhenItWasKilled() throws Exception {
    try (StandInCluster cluster = StandIns.start(2, false)) {
      try (SimulatorProcess killed = search(cluster)) {
        killed.untilSaid("trial 2: 20 instances, doubling");
        assertThat(killed.err()).contains("trial 1: 10 instances, doubling");
        killed.kill();
      }
      try (SimulatorProcess resumed = search(cluster)) {
        resumed.untilSaid("trial 2: 10 instances, to warm the registry");
        resumed.signal("INT");

        assertThat(resumed.exitCode(60)).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(resumed.err()).contains("to go on: the same command with --out study");
        assertThat(resumed.out()).contains("There is no answer yet");
      }
      assertThat(Study.read(folder.resolve("study")).runs()).containsExactly("01-10-bracket");
    }
  }
}
