package dev.nacoscapacity.calibration.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.nacoscapacity.calibration.process.Tool;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.reports.calibration.Round;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** nginx, a proxy and a load as processes, for a moment; skipped where nginx is not installed. */
class ProxyIT {

  private static final ProxyTiming SHORT = new ProxyTiming(1, 1, 500);

  @TempDir Path directory;

  @Test
  void shouldMeasureNginxBehindEachLayerAndWithout() throws Exception {
    assumeThat(Tool.NGINX.missing()).isEmpty();
    try (ProxyServers servers = new ProxyServers()) {
      Round direct = new ProxyCase(ProxySetting.DIRECT, SHORT, servers).measure(directory);
      assertThat(direct.figures().get(ProxyPart.RATE)).isPositive();
      assertThat(direct.figures()).doesNotContainKey(ProxyPart.CPU);

      for (ProxySetting setting :
          new ProxySetting[] {
            ProxySetting.standard(4),
            ProxySetting.of(4, ThreadModel.SEPARATE_GROUPS),
            ProxySetting.of(7, ThreadModel.SHARED_GROUP).withAggregate(ProxySetting.HUGE)
          }) {
        Round round = new ProxyCase(setting, SHORT, servers).measure(directory);

        assertThat(round.figures().get(ProxyPart.RATE)).as(setting.toString()).isPositive();
        assertThat(round.figures().get(ProxyPart.CPU_PER_REQUEST))
            .as(setting.toString())
            .isPositive();
      }
    }
  }
}
