package dev.nacoscapacity.calibration.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.nacoscapacity.calibration.load.FleetLoad;
import dev.nacoscapacity.calibration.load.Load;
import dev.nacoscapacity.calibration.load.Wrk;
import dev.nacoscapacity.calibration.process.Tool;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** nginx, a proxy and a load as processes, for a moment; skipped where nginx is not installed. */
class ProxyIT {

  private static final ProxyTiming SHORT =
      new ProxyTiming(1, 1, new Load(50, 500, Duration.ZERO, null));

  @TempDir Path parent;

  @Test
  void shouldMeasureByTheFleetWhereThereIsNoWrk() throws Exception {
    assumeThat(Tool.NGINX.missing()).isEmpty();
    try (ProxyServers servers = new ProxyServers()) {
      Round direct = measure(ProxySetting.DIRECT, FleetLoad.LABEL, servers);

      assertThat(direct.figures().get(ProxyPart.RATE)).isPositive();
    }
  }

  private Round measure(ProxySetting setting, String load, ProxyServers servers) throws Exception {
    // nginx has to bear any name of the folder.
    Path directory = Files.createDirectories(parent.resolve("a folder"));
    return new ProxyCase(setting, load, SHORT, servers).measure(directory);
  }

  @Test
  void shouldMeasureNginxBehindEachLayerAndWithout() throws Exception {
    assumeThat(Tool.NGINX.missing()).isEmpty();
    String load = Tool.WRK.missing().isEmpty() ? Wrk.LABEL : FleetLoad.LABEL;
    try (ProxyServers servers = new ProxyServers()) {
      Round direct = measure(ProxySetting.DIRECT, load, servers);
      assertThat(direct.figures().get(ProxyPart.RATE)).isPositive();
      assertThat(direct.figures()).doesNotContainKey(ProxyPart.CPU);

      for (ProxySetting setting :
          new ProxySetting[] {
            ProxySetting.standard(4),
            ProxySetting.of(4, ThreadModel.SEPARATE_GROUPS),
            ProxySetting.of(7, ThreadModel.SHARED_GROUP).withAggregate(ProxySetting.HUGE)
          }) {
        Round round = measure(setting, load, servers);

        assertThat(round.figures().get(ProxyPart.RATE)).as(setting.toString()).isPositive();
        assertThat(round.figures().get(ProxyPart.CPU_PER_REQUEST))
            .as(setting.toString())
            .isPositive();
      }
    }
  }
}
