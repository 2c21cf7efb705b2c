package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.Study;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A whole search on a model: seconds of work, while other tests wait. */
@Execution(ExecutionMode.CONCURRENT)
class SafeCapacityIT {

  @Test
  void shouldDrawEachRunAnewWhenTheRegistryIsNewForEachRun(@TempDir Path folder) {
    Path out = folder.resolve("study");
    String command =
        "safe-capacity --target model:five-small --from 30 --to 36 --repeat 1 --drop-tolerance 60s"
            + " --out ";

    Cli cli = Cli.run((command + out).split(" "));

    assertThat(Study.read(out).runs())
        .extracting(run -> RunFolder.open(out.resolve(run)).run().workload().seed())
        .as(cli.err())
        .doesNotHaveDuplicates()
        .hasSizeGreaterThanOrEqualTo(5);
  }
}
