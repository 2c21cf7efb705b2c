package dev.nacoscapacity.calibration.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.Load;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** nginx, a proxy and wrk as processes; skipped where one of them is not installed. */
@Tag("full")
class ProxyIT {

  @TempDir Path parent;

  @Test
  void shouldMeasureNginxBehindEachLayerAndWithout() throws Exception {
    List<Case> cases = new ProxyPart(false).cases();
    assumeThat(cases.get(0).missing()).isEmpty();
    // nginx has to bear any name of the folder.
    try (SharedPeers peers = new SharedPeers(Files.createDirectories(parent.resolve("a folder")))) {
      for (Case each : cases) {
        Round round = each.measurement().take(peers);

        assertThat(round.figures().get(Load.RATE)).as(each.setting()).isPositive();
        if (each.setting().startsWith("direct")) {
          assertThat(round.figures()).doesNotContainKey(Load.CPU);
        } else {
          assertThat(round.figures().get(Load.CPU_PER_REQUEST)).as(each.setting()).isPositive();
        }
      }
    }
  }
}
