package dev.nacoscapacity.calibration.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.calibration.load.Wrk;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.calibration.process.SystemTool;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** nginx, a proxy and a load as processes, for a moment; skipped where nginx is not installed. */
@Tag("full")
class ProxyIT {

  private static final ProxyCase.Timing SHORT =
      new ProxyCase.Timing(1, 1, new Load(50, 500, 0, null));

  @TempDir Path parent;

  @Test
  void shouldMeasureByTheFleetWhereThereIsNoWrk() throws Exception {
    assumeThat(SystemTool.NGINX.missing()).isEmpty();
    try (SharedServers servers = servers()) {
      Round direct = measure(ProxySetting.DIRECT, FleetLoad.LABEL, servers);

      assertThat(direct.figures().get(LoadedServer.RATE)).isPositive();
    }
  }

  /** nginx has to bear any name of the folder. */
  private SharedServers servers() throws IOException {
    return new SharedServers(Files.createDirectories(parent.resolve("a folder")));
  }

  private static Round measure(ProxySetting setting, String load, SharedServers servers)
      throws Exception {
    return new ProxyCase(setting, load, SHORT).measure(servers);
  }

  @Test
  void shouldMeasureNginxBehindEachLayerAndWithout() throws Exception {
    assumeThat(SystemTool.NGINX.missing()).isEmpty();
    String load = SystemTool.WRK.missing().isEmpty() ? Wrk.LABEL : FleetLoad.LABEL;
    try (SharedServers servers = servers()) {
      Round direct = measure(ProxySetting.DIRECT, load, servers);
      assertThat(direct.figures().get(LoadedServer.RATE)).isPositive();
      assertThat(direct.figures()).doesNotContainKey(LoadedServer.CPU);

      for (ProxySetting setting :
          new ProxySetting[] {
            ProxySetting.standard(4),
            ProxySetting.of(4, ThreadModel.SEPARATE_GROUPS),
            ProxySetting.of(7, ThreadModel.SHARED_GROUP).withAggregate(ProxySetting.HUGE)
          }) {
        Round round = measure(setting, load, servers);

        assertThat(round.figures().get(LoadedServer.RATE)).as(setting.toString()).isPositive();
        assertThat(round.figures().get(LoadedServer.CPU_PER_REQUEST))
            .as(setting.toString())
            .isPositive();
      }
    }
  }
}
